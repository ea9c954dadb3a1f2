/** All commands of a sentinel: a few that every server has, some of them with another meaning, and its own. */
import { latin1 } from '../../base/bytes.ts';
import { AssertionFailure, ReplyError } from '../../base/errors.ts';
import { help } from '../../commands/help.ts';
import { COMMANDS } from '../../commands/index.ts';
import { CommandCatalogue } from '../../state/command/catalogue.ts';
import type { Command } from '../../state/command/command.ts';
import { readHello } from '../hello.ts';
import { HELLO_CHANNEL } from '../monitor.ts';
import { sentinelOf } from '../watch.ts';
import { runInfo } from './info.ts';
import { lookCommands } from './look.ts';
import { manageCommands } from './manage.ts';
import { settingCommands } from './settings.ts';

const SHARED = [
  'acl',
  'auth',
  'client',
  'command',
  'hello',
  'ping',
  'psubscribe',
  'punsubscribe',
  'quit',
  'shutdown',
  'subscribe',
  'unsubscribe',
];

function commandNamed(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found === undefined) throw new AssertionFailure(`there is no command ${name}`);
  return found;
}

const info: Command = { ...commandNamed('info'), run: runInfo };

const role: Command = {
  ...commandNamed('role'),
  run(server, { reply }) {
    const { masters } = sentinelOf(server);
    reply.array(2);
    reply.text('sentinel');
    reply.array(masters.size);
    for (const name of masters.keys()) reply.text(name);
  },
};

const publish: Command = {
  ...commandNamed('publish'),
  flags: ['pubsub', 'loading', 'stale', 'fast'],
  run(server, client, args) {
    if (latin1(args[1]) !== HELLO_CHANNEL) {
      throw new ReplyError('ERR Only HELLO messages are accepted by Sentinel instances.');
    }
    readHello(server, latin1(args[2]));
    client.reply.integer(1);
  },
};

const sentinel: Command = {
  name: 'sentinel',
  arity: -2,
  flags: ['admin'],
  group: 'sentinel',
  since: '2.8.4',
  complexity: 'that of the subcommand',
  summary: {
    en: 'What sentinels watch, what they think of it, and how they fail it over.',
    zh: '哨兵监视的对象、对它们的判断，以及故障转移。',
  },
  subcommands: [
    ...lookCommands,
    ...manageCommands,
    ...settingCommands,
    { ...help('sentinel', '6.2.0'), flags: ['loading', 'stale'] },
  ],
};

export const SENTINEL_CATALOGUE = new CommandCatalogue([
  ...SHARED.map(commandNamed),
  info,
  publish,
  role,
  sentinel,
]);
