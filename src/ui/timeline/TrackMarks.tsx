import { type CSSProperties, memo, useMemo } from 'react';
import { useStore } from 'zustand';
import type { FrameSummary } from '../../protocol/messages.ts';
import { useLanguage } from '../i18n/index.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { useSession, useSessionShallow } from '../session/hooks.ts';
import { MarkShape } from './MarkShape.tsx';
import { markFilter } from './mark-filter.ts';
import { partingsOf, placedMarks } from './marks.ts';
import { useTimelineWords } from './words.ts';

/** The marks of a track of this width in pixels. A click on one goes to its frame; the track handles it. */
export const TrackMarks = memo(function TrackMarks(props: {
  readonly frames: readonly FrameSummary[];
  readonly pixels: number;
}) {
  const { frames, pixels } = props;
  const words = useTimelineWords();
  const language = useLanguage();
  const start = useSession((state) => state.start);
  const world = useLoaded(start?.world !== undefined, () => import('./world/frame-in-words.ts'));
  const hidden = useStore(markFilter, (state) => state.hidden);
  const { branches, branch } = useSessionShallow((state) => ({
    branches: state.branches,
    branch: state.branch,
  }));
  const marks = useMemo(
    () => placedMarks({ frames, partings: partingsOf(branches, branch), hidden }, pixels),
    [frames, branches, branch, hidden, pixels],
  );
  const last = Math.max(1, frames.length - 1);
  return marks.map(({ kind, frame, counts }) => {
    const { text } = frames[frame] ?? { text: '' };
    const what =
      world === null || text !== '' ? text : world.frameInWords({ start, frames }, frames[frame], language);
    const names = counts.map((each) => words.times(words.marks[each.kind], each.count)).join('\n');
    return (
      <span
        key={`${frame}.${kind}`}
        className={`track-mark is-${kind}`}
        data-frame={frame}
        data-many={counts.length > 1 || counts[0].count > 1}
        style={{ '--at': frame / last } as CSSProperties}
        title={`${names}\n${what || words.byItself}`}
      >
        <MarkShape kind={kind} />
      </span>
    );
  });
});
