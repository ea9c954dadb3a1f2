/** MONITOR: every command that the server runs, as it runs. */
import { ReplyError } from '../../base/errors.ts';
import type { Command } from '../../state/command/command.ts';

export const monitorCommand: Command = {
  name: 'monitor',
  arity: 1,
  flags: ['admin', 'noscript', 'loading', 'stale'],
  group: 'server',
  since: '1.0.0',
  complexity: '',
  summary: {
    en: 'Shows every command that the server runs, until the connection is reset or closed.',
    zh: '实时显示服务器执行的每一条命令，直到连接重置或关闭。',
  },
  run(server, client) {
    if (client.denyBlocking) throw new ReplyError("ERR MONITOR isn't allowed for DENY BLOCKING client");
    const { clients } = server.monitors;
    // A second MONITOR gets no reply.
    if (clients.has(client)) return;
    clients.add(client);
    client.reply.ok();
  },
};
