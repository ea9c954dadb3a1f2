import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { useSession, useSessionShallow, useSessionStore } from '../session/hooks.ts';
import { MarkShape } from './MarkShape.tsx';
import { jumpToMark, markFilter, showMarks } from './mark-filter.ts';
import { markCounts, markKinds, partingsOf, worldKinds } from './marks.ts';
import { useTimelineWords } from './words.ts';

/** The meaning of the shapes on the track, their counts, a choice of the shown ones, and jumps from one to the next. */
export function MarkLegend() {
  const words = useTimelineWords();
  return (
    <Popover
      label={words.legend}
      button={<Icon name="marks" size={16} />}
      buttonClass="icon-button is-quiet"
      above
    >
      {() => <Legend />}
    </Popover>
  );
}

function Legend() {
  const words = useTimelineWords();
  const session = useSessionStore();
  const hidden = useStore(markFilter, (state) => state.hidden);
  const { frames, branches, branch } = useSessionShallow((state) => ({
    frames: state.frames,
    branches: state.branches,
    branch: state.branch,
  }));
  const isWorld = useSession((state) => state.start?.world !== undefined);
  const kinds = isWorld ? markKinds : markKinds.filter((kind) => !worldKinds.includes(kind));
  const counts = useMemo(
    () => markCounts({ frames, partings: partingsOf(branches, branch) }),
    [frames, branches, branch],
  );
  return (
    <div className="mark-legend">
      <p className="clock-about">{words.legendAbout}</p>
      <ul>
        {kinds.map((kind) => {
          const name = words.marks[kind];
          const count = counts.get(kind) ?? 0;
          return (
            <li key={kind} data-none={count === 0}>
              <label>
                <input
                  type="checkbox"
                  checked={!hidden.has(kind)}
                  onChange={({ target }) => showMarks(kind, target.checked)}
                />
                <MarkShape kind={kind} />
                <span>{name}</span>
              </label>
              <span className="mark-count">{count === 0 ? '–' : count.toLocaleString('en')}</span>
              <button
                type="button"
                className="icon-button is-quiet"
                aria-label={words.previousOf(name)}
                title={words.previousOf(name)}
                disabled={count === 0}
                onClick={() => jumpToMark(session, -1, kind)}
              >
                <Icon name="back" size={14} />
              </button>
              <button
                type="button"
                className="icon-button is-quiet"
                aria-label={words.nextOf(name)}
                title={words.nextOf(name)}
                disabled={count === 0}
                onClick={() => jumpToMark(session, 1, kind)}
              >
                <Icon name="forward" size={14} />
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
