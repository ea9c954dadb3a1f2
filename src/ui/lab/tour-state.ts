/** The tour of the lab: offered until it was taken or refused once, and never again unless asked for. */
import { createStore } from 'zustand/vanilla';
import { recall, remember } from '../browser/preferences.ts';

const memoryKey = 'tour';

interface TourState {
  readonly isOffered: boolean;
  /** The step that is shown; null while there is no tour. */
  readonly step: number | null;
}

export const tourStore = createStore<TourState>(() => ({
  isOffered: recall(memoryKey) === null,
  step: null,
}));

export function startTour(): void {
  remember(memoryKey, 'seen');
  tourStore.setState({ isOffered: false, step: 0 });
}

export function showTourStep(step: number): void {
  tourStore.setState({ step });
}

/** Ends it, or refuses it. */
export function endTour(): void {
  remember(memoryKey, 'seen');
  tourStore.setState({ isOffered: false, step: null });
}
