/** What happens to the machine of a lesson's server: a crash, a restart, a slow disk. */
import type { OutsideAction } from '../../protocol/actions.ts';
import type { SessionStore } from '../session/store.ts';

export async function happenOutside({ actions }: SessionStore, action: OutsideAction): Promise<void> {
  if (action.type === 'crash') await actions.crash(action.loss);
  else if (action.type === 'restart') await actions.restart();
  else await actions.changeDisk({ fsyncMs: action.fsyncMs });
}
