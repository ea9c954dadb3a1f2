/** Users, their rules, and what they were denied. */
import type { AclView, SelectorRow, UserRow, Window } from '../../protocol/views.ts';
import { commandRules } from '../state/acl/describe.ts';
import { channelRules, keyRules, type Selector } from '../state/acl/selector.ts';
import type { User } from '../state/acl/user.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';
import { clampWindow } from './window.ts';

const MAX_USERS = 100;
const MAX_CLIENTS = 100;
const MAX_LOG_ROWS = 100;

export const aclView: ViewKind<'acl'> = {
  read: (server, _db, { window }) => readAcl(server, window),
};

function readAcl(server: Server, window: Window): AclView {
  const { acl, nowMs } = server;
  const { entries, denials } = acl.log;
  const users = acl.users();
  const { from, count } = clampWindow(window, entries.length, MAX_LOG_ROWS);
  return {
    kind: 'acl',
    nowMs,
    needsLogin: acl.needsLogin,
    users: users.slice(0, MAX_USERS).map((user) => readUser(server, user)),
    userCount: users.length,
    logLength: entries.length,
    from,
    log: entries.slice(from, from + count).map(({ clientInfo: _, ...row }) => ({ ...row })),
    denials: { ...denials },
  };
}

function readUser(server: Server, user: User): UserRow {
  const clients: number[] = [];
  for (const client of server.clients.values()) {
    if (client.user === user && clients.length < MAX_CLIENTS) clients.push(client.id);
  }
  return {
    name: user.name,
    enabled: user.enabled,
    noPassword: user.noPassword,
    passwords: [...user.passwords],
    selectors: user.selectors.map((selector) => readSelector(server, selector)),
    clients,
  };
}

function readSelector(server: Server, selector: Selector): SelectorRow {
  const { all } = server.commands;
  return {
    commands: commandRules(server.commands, selector),
    keys: keyRules(selector),
    channels: channelRules(selector),
    allowedCommands: all.filter((entry) => selector.allows(entry)).length,
    allCommands: all.length,
  };
}
