/** What others are answered while a script runs too long. Every command asks, also before the first script. */
import { ReplyError } from '../../base/errors.ts';
import type { Server } from '../../state/server.ts';

export const BUSY_SCRIPT =
  'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.';
export const BUSY_FUNCTION =
  'BUSY Redis is busy running a script. You can only call FUNCTION KILL or SHUTDOWN NOSAVE.';

/** For commands that the server accepts during a busy script and that refuse by themselves. */
export function refuseWhileBusy({ scripting }: Server): void {
  const { running } = scripting;
  if (running?.isBusy) throw new ReplyError(running.request.kind === 'eval' ? BUSY_SCRIPT : BUSY_FUNCTION);
}
