import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { amountOf } from './ActionLine.tsx';
import { lessonWords } from './words.ts';

const usualAmountsMs: readonly number[] = [100, 1000];

/** The hands of a stopped clock. */
export function LessonClock({ amountsMs = usualAmountsMs }: { readonly amountsMs?: readonly number[] }) {
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
