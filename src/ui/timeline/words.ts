/** The words of the timeline, from those of the page's language. */
import { useText } from '../i18n/index.ts';
import type { TimelineWords } from '../i18n/track-en.ts';

export type { MarkKind, TimelineWords } from '../i18n/track-en.ts';

export function useTimelineWords(): TimelineWords {
  return useText().track;
}
