import type { Task } from '../../protocol/exercise.ts';
import type { CrashLoss } from '../../protocol/session.ts';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { isServerDown } from '../session/store.ts';
import { lessonWords } from './words.ts';

/** The plug of the server: what a task pulls it for, and the switch that starts it again. */
export function LessonPower({ task }: { readonly task: Task }) {
  const words = usePair(lessonWords);
  const { crash, restart } = useActions();
  const isDown = useSession(isServerDown);
  const ways = [task.solution, ...task.otherWays, ...task.nearMisses.map(({ way }) => way)];
  const isTorn = ways.flat().some((action) => action.type === 'crash' && action.loss === 'torn');
  const losses: readonly CrashLoss[] = ['nothing', 'unsynced', ...(isTorn ? (['torn'] as const) : [])];
  return (
    <fieldset className="lesson-clock" aria-label={words.power}>
      <Icon name="power" size={16} />
      <span role="status">{isDown ? words.serverDown : words.serverRuns}</span>
      <span className="lesson-clock-buttons">
        {isDown ? (
          <button type="button" className="button" onClick={() => void restart()}>
            {words.powerOn}
          </button>
        ) : (
          losses.map((loss) => (
            <button key={loss} type="button" className="button" onClick={() => void crash(loss)}>
              {words.powerOff[loss]}
            </button>
          ))
        )}
      </span>
    </fieldset>
  );
}
