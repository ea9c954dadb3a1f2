/** One sentence for each step of a time series. */
import type { Step } from '../../../protocol/steps.ts';
import type { TimeSeriesView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { timeText, valueText } from './format.ts';
import { seriesWords } from './words.ts';

/** Null for steps of other structures. A rule's own series is narrated too: its samples come from here. */
export function narrateSeries(step: Step, view: TimeSeriesView, language: Language): string | null {
  const { narrate } = seriesWords[language];
  const time = (timestamp: number) => timeText(timestamp, [view.firstTimestamp, view.lastTimestamp]);
  switch (step.type) {
    case 'series.sample':
      if (step.series !== view.address) return null;
      return step.how === 'appended'
        ? narrate.appended(time(step.timestamp), valueText(step.value), step.untilBit - step.fromBit)
        : narrate[step.how](time(step.timestamp), valueText(step.value));
    case 'series.chunk':
      return step.series === view.address ? narrate[step.how](step.chunks) : null;
    case 'series.trim':
      return step.series === view.address ? narrate.trim(step.samples) : null;
    case 'series.compaction':
      if (step.source !== view.address && step.destination !== view.address) return null;
      return narrate.compaction(step.aggregator, time(step.bucketStart), valueText(step.value));
    default:
      return null;
  }
}
