/** The words on the panel. */
import type { DenialRow, SelectorRow, UserRow } from '../../../protocol/views-admin.ts';
import type { Pair } from '../../i18n/pair.ts';

export interface AclWords {
  readonly title: string;
  readonly summary: (users: number, denials: number) => string;
  readonly users: string;
  readonly off: string;
  readonly password: (user: UserRow) => string;
  readonly clients: (clients: readonly number[]) => string;
  readonly commands: string;
  readonly keys: string;
  readonly channels: string;
  readonly none: string;
  readonly allowed: (selector: SelectorRow) => string;
  readonly log: string;
  readonly noDenials: string;
  readonly denial: (row: DenialRow) => string;
  readonly times: (count: number) => string;
}

export const aclWords: Pair<AclWords> = {
  en: {
    title: 'Users and rules',
    summary: (users, denials) =>
      `${users} ${users === 1 ? 'user' : 'users'} · ${denials} ${denials === 1 ? 'entry' : 'entries'} in the log`,
    users: 'Users',
    off: 'off',
    password: ({ noPassword, passwords }) => {
      if (noPassword) return 'no password needed';
      if (passwords.length === 0) return 'no password, cannot log in';
      return passwords.length === 1 ? '1 password' : `${passwords.length} passwords`;
    },
    clients: (clients) =>
      clients.length === 0
        ? 'nobody logged in'
        : `${clients.length === 1 ? 'client' : 'clients'} ${clients.join(', ')}`,
    commands: 'commands',
    keys: 'keys',
    channels: 'channels',
    none: 'none',
    allowed: ({ allowedCommands, allCommands }) => `${allowedCommands} of ${allCommands} allowed`,
    log: 'ACL log, newest first',
    noDenials: 'Nobody has been refused.',
    denial: ({ username, reason, object }) =>
      ({
        command: `${username} may not run ${object}`,
        key: `${username} may not use the key ${object}`,
        channel: `${username} may not use the channel ${object}`,
        auth: `login as ${username} failed`,
      })[reason],
    times: (count) => (count === 1 ? 'once' : `${count} times`),
  },
  zh: {
    title: '用户与权限',
    summary: (users, denials) => `${users} 个用户 · 日志 ${denials} 条`,
    users: '用户',
    off: '停用',
    password: ({ noPassword, passwords }) => {
      if (noPassword) return '不需要密码';
      return passwords.length === 0 ? '没有密码，无法登录' : `${passwords.length} 个密码`;
    },
    clients: (clients) => (clients.length === 0 ? '没有人登录' : `客户端 ${clients.join('、')}`),
    commands: '命令',
    keys: '键',
    channels: '频道',
    none: '无',
    allowed: ({ allowedCommands, allCommands }) => `${allCommands} 条里允许 ${allowedCommands} 条`,
    log: 'ACL 日志，新的在前',
    noDenials: '还没有人被拒绝。',
    denial: ({ username, reason, object }) =>
      ({
        command: `${username} 不能执行 ${object}`,
        key: `${username} 不能用键 ${object}`,
        channel: `${username} 不能用频道 ${object}`,
        auth: `以 ${username} 登录失败`,
      })[reason],
    times: (count) => `${count} 次`,
  },
};
