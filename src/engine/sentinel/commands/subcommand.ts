/** What the subcommands of SENTINEL have in common, and the master that most of them name. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import type { Command } from '../../state/command/command.ts';
import type { Instance } from '../../state/sentinel/instance.ts';
import type { Server } from '../../state/server.ts';
import { sentinelOf } from '../watch.ts';

export const SUBCOMMAND = {
  flags: ['admin'],
  group: 'sentinel',
  since: '2.8.4',
  complexity: 'O(1)',
} satisfies Partial<Command>;

/** The master that the argument behind the subcommand names. */
export function masterOf(server: Server, args: readonly Uint8Array[]): Instance {
  const master = sentinelOf(server).masters.get(latin1(args[2]));
  if (master === undefined) throw new ReplyError('ERR No such master with that name');
  return master;
}
