/**
 * Users in a separate file: the parameter aclfile. One line each, as ACL LIST prints them; read at startup and by ACL
 * LOAD, all of it or, if one line is wrong, nothing. Mirrors ACLLoadFromFile.
 *
 *   user alice on #2bd806c9… ~cache:* resetchannels -@all +@read
 */
import { bytesOf, latin1 } from '../../base/bytes.ts';
import type { Server } from '../server.ts';
import { describeUser } from './describe.ts';
import { mergeSelectors } from './rules.ts';
import { hasSpaces } from './selector.ts';
import { User } from './user.ts';

const UNCHANGED = 'WARNING: ACL errors detected, no change to the previously active ACL rules was performed';
const UNKNOWN = /^Unknown command/;

/** The users of the file, or all of its errors. Changes nothing yet. */
export function readAclFile(server: Server): Map<string, User> | string {
  const path = server.config.text('aclfile');
  const file = server.disk.find(path);
  if (file === null) return `Error loading ACLs, opening file '${path}': No such file or directory`;
  const users = new Map<string, User>();
  let problems = '';
  for (const [index, text] of latin1(file.view()).split('\n').entries()) {
    const line = text.replace(/^[ \t\r]+|[ \t\r]+$/g, '');
    if (line === '') continue;
    const [word, name, ...rules] = line.split(' ');
    const place = `${path}:${index + 1}`;
    if (word !== 'user' || name === undefined) {
      problems += `${place} should start with user keyword followed by the username. `;
    } else if (hasSpaces(bytesOf(name))) {
      problems += `'${place}: username '${name}' contains invalid characters. `;
    } else if (users.has(name)) {
      problems += `WARNING: Duplicate user '${name}' found on line ${index + 1}. `;
    } else {
      const made = madeOf(server, name, rules);
      if (made instanceof User) users.set(name, made);
      else problems += `${place}: ${made}. `;
    }
  }
  return problems === '' ? users : problems + UNCHANGED;
}

/** A new user with these rules, or the error of the first wrong rule. */
function madeOf(server: Server, name: string, words: readonly string[]): User | string {
  const rules = mergeSelectors(words.filter((word) => word !== '').map(bytesOf));
  if (typeof rules === 'string') return rules.replace(/\.$/, '');
  const draft = server.acl.fresh(name);
  const refused = server.acl.applyAll(draft, rules);
  if (refused === null) return draft;
  const { rule, problem } = refused;
  return UNKNOWN.test(problem) ? `Error in applying operation '${rule}': ${problem}` : problem;
}

/** Replaces the server's users with those of the file; otherwise returns its errors. */
export function loadAclFile(server: Server): string | null {
  const users = readAclFile(server);
  if (typeof users === 'string') return users;
  server.acl.replaceAll(users);
  return null;
}

export function aclFileText(server: Server): string {
  return server.acl
    .users()
    .map((user) => `user ${user.name} ${describeUser(server.commands, user)}\n`)
    .join('');
}
