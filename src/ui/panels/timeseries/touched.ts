/** What a step of a series touches. */
import type { TimeSeriesView } from '../../../protocol/views.ts';
import type { Scene } from '../stage/sheet.ts';

export interface Touched {
  /** A chunk by its address; all of it, or one sample. */
  readonly chunk: number;
  readonly isWhole: boolean;
  readonly sample: { readonly timestamp: number; readonly value: number; readonly index: number } | null;
  /** A bucket was written to another series. */
  readonly destination: boolean;
}

const nothing: Touched = { chunk: 0, isWhole: false, sample: null, destination: false };

export function touchedIn({ step, view }: Scene<TimeSeriesView>): Touched {
  if (step === null) return nothing;
  switch (step.type) {
    case 'series.sample': {
      if (step.series !== view.address) return nothing;
      const { timestamp, value, index } = step;
      return { ...nothing, chunk: step.chunk, sample: { timestamp, value, index } };
    }
    case 'series.chunk':
      return step.series === view.address ? { ...nothing, chunk: step.chunk, isWhole: true } : nothing;
    case 'series.compaction':
      return step.source === view.address ? { ...nothing, destination: true } : nothing;
    default:
      return nothing;
  }
}
