import type { Task } from '../../protocol/exercise.ts';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { amountOf } from './ActionLine.tsx';
import { lessonWords } from './words.ts';

const usualAmountsMs: readonly number[] = [100, 1000];
const longAmountsMs: readonly number[] = [60_000, 600_000, 3_600_000];

/** Round amounts by which the wait of a task is reached with a few presses; how long it is, they do not tell. */
export function handsFor({ solution, otherWays }: Task): readonly number[] {
  const waits = [solution, ...otherWays].map((way) =>
    way.reduce((sumMs, action) => sumMs + (action.type === 'advance' ? action.ms : 0), 0),
  );
  return [...usualAmountsMs, ...longAmountsMs.filter((ms) => ms <= Math.max(...waits))];
}

/** The hands of a stopped clock. */
export function LessonClock({ amountsMs }: { readonly amountsMs: readonly number[] }) {
  const words = usePair(lessonWords);
  const { advance } = useActions();
  const nowMs = useSession(({ clock }) => clock.nowMs);
  return (
    <fieldset className="lesson-clock" aria-label={words.clock}>
      <Icon name="clock" size={16} />
      <span role="status">{words.clockStands(new Date(nowMs).toISOString().slice(11, 23))}</span>
      <span className="lesson-clock-buttons">
        {amountsMs.map((ms) => (
          <button key={ms} type="button" className="button" onClick={() => void advance(ms)}>
            {words.advance(amountOf(ms))}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
