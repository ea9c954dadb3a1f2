/**
 * Users in what a server is started with: `user alice on >secret ~* +@all` in redis.conf, `--user …` on the command
 * line. Here they are one text under the name `user`, a line each without that word. Mirrors ACLLoadUsersAtStartup.
 */

import { splitArguments } from '../../../protocol/split-arguments.ts';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import type { Server } from '../server.ts';
import { loadAclFile } from './file.ts';
import { mergeSelectors } from './rules.ts';
import { hasSpaces } from './selector.ts';

const BOTH =
  'Configuring Redis with users defined in redis.conf and at the same setting an ACL file path is invalid. This setup is very likely to lead to configuration errors and security holes, please define either an ACL file or declare users directly in your redis.conf, but not both.';

/** Makes the users there are at the start; gives why the server cannot start with them, or null. */
export function loadUsersAtStart(server: Server): string | null {
  const hasFile = server.config.text('aclfile') !== '';
  const lines = server.configuredUsers.split('\n').filter((line) => line.trim() !== '');
  if (hasFile && lines.length > 0) return BOTH;
  const problem = hasFile ? loadAclFile(server) : null;
  if (problem !== null) return `Aborting Redis startup because of ACL errors: ${problem}`;
  const names = new Set<string>();
  for (const line of lines) {
    const refused = loadUser(server, line, names);
    if (refused !== null) return refused;
  }
  return null;
}

function loadUser(server: Server, line: string, names: Set<string>): string | null {
  const words = splitArguments(bytesOf(line));
  if (words === null) return `Unbalanced quotes in user declaration '${line}'`;
  const name = latin1(words[0]);
  if (names.has(name)) {
    return `Error in user declaration '${name}': Duplicate user found. A user can only be defined once in config files`;
  }
  names.add(name);
  if (hasSpaces(words[0])) return 'Spaces not allowed in ACL usernames';
  const rules = mergeSelectors(words.slice(1));
  if (typeof rules === 'string') return `Error in user declaration '${name}': ${rules}`;
  // The default user already exists and is recreated too.
  const draft = server.acl.fresh(name);
  const refused = server.acl.applyAll(draft, rules);
  if (refused !== null) return `Error in user declaration '${refused.rule}': ${refused.problem}`;
  server.acl.settle(draft);
  return null;
}
