/** Subcommands that change settings: of a master (SET), of this sentinel (CONFIG), its periods (DEBUG), its failures. */
import { latin1, lowerAscii } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { globMatch } from '../../base/glob.ts';
import { parseInteger } from '../../base/numbers.ts';
import { block, many, oneOf, optional, string, token } from '../../commands/syntax.ts';
import type { Command } from '../../state/command/command.ts';
import type { Instance } from '../../state/sentinel/instance.ts';
import type { Period, Sentinel } from '../../state/sentinel/sentinel.ts';
import type { Server } from '../../state/server.ts';
import { setDownAfter } from '../directives.ts';
import { announce } from '../events.ts';
import { saveState } from '../state-file.ts';
import { sentinelOf } from '../watch.ts';
import { masterOf, SUBCOMMAND } from './subcommand.ts';

interface Option {
  /** How many values it takes. */
  readonly count: number;
  /** Gives the value that is refused, or null. */
  set(master: Instance, values: readonly Uint8Array[]): Uint8Array | null;
  /** Not to be shown to subscribers. */
  readonly isSecret?: boolean;
}

/** An option that is a whole number, at least `min`. */
function numberOption(min: number, set: (master: Instance, value: number) => void): Option {
  return {
    count: 1,
    set(master, [text]) {
      const value = parseInteger(text);
      if (value === null || value < min) return text;
      set(master, Number(value));
      return null;
    },
  };
}

/** How to log in, where nothing means not at all. It holds for all connections: they are made anew. */
function loginOption(set: (master: Instance, value: string | null) => void, isSecret: boolean): Option {
  return {
    count: 1,
    isSecret,
    set(master, [text]) {
      set(master, text.length === 0 ? null : latin1(text));
      for (const { link } of [master, ...master.replicas.values()]) {
        link.closeCommands();
        link.closeMessages();
      }
      return null;
    },
  };
}

const DENIED =
  'ERR Reconfiguration of scripts path is denied for security reasons. Check the deny-scripts-reconfig configuration directive in your Sentinel configuration';
const NO_SCRIPTS: Readonly<Record<string, string>> = {
  'notification-script': 'ERR Notification script seems non existing or non executable',
  'client-reconfig-script': 'ERR Client reconfiguration script seems non existing or non executable',
};

const OPTIONS: Readonly<Record<string, Option>> = {
  'down-after-milliseconds': numberOption(1, setDownAfter),
  'failover-timeout': numberOption(1, (master, value) => {
    master.failoverTimeoutMs = value;
  }),
  'parallel-syncs': numberOption(1, (master, value) => {
    master.parallelSyncs = value;
  }),
  quorum: numberOption(1, (master, value) => {
    master.quorum = value;
  }),
  'master-reboot-down-after-period': numberOption(0, (master, value) => {
    master.masterRebootDownAfterMs = value;
  }),
  'auth-pass': loginOption((master, value) => {
    master.authPass = value;
  }, true),
  'auth-user': loginOption((master, value) => {
    master.authUser = value;
  }, false),
  'rename-command': {
    count: 2,
    set({ renamed }, [command, there]) {
      if (command.length === 0) return command;
      if (there.length === 0) return there;
      if (lowerAscii(command) === lowerAscii(there)) renamed.delete(lowerAscii(command));
      else renamed.set(lowerAscii(command), latin1(there));
      return null;
    },
  },
};

const set: Command = {
  ...SUBCOMMAND,
  name: 'set',
  arity: -5,
  summary: { en: 'Changes settings of a master.', zh: '修改某个主节点的配置。' },
  arguments: [string('master-name'), many(block('option_value', string('option'), string('value')))],
  run(server, client, args) {
    const master = masterOf(server, args);
    let at = 3;
    try {
      while (at < args.length) at += setOption(server, master, args, at);
    } finally {
      // What came before a wrong option stays changed.
      saveState(server);
    }
    client.reply.ok();
  },
};

/** Gives how many arguments the option and its values were. */
function setOption(server: Server, master: Instance, args: readonly Uint8Array[], at: number): number {
  const name = lowerAscii(args[at]);
  const shown = latin1(args[at]);
  const left = args.length - 1 - at;
  if (name in NO_SCRIPTS && left > 0) {
    throw new ReplyError(sentinelOf(server).deniesScriptsReconfig ? DENIED : NO_SCRIPTS[name]);
  }
  const option = OPTIONS[name];
  if (option === undefined || left < option.count) {
    throw new ReplyError(`ERR Unknown option or number of arguments for SENTINEL SET '${shown}'`);
  }
  const values = args.slice(at + 1, at + 1 + option.count);
  const refused = option.set(master, values);
  if (refused !== null) {
    throw new ReplyError(`ERR Invalid argument '${latin1(refused)}' for SENTINEL SET '${shown}'`);
  }
  const told = option.isSecret ? '******' : values.map((value) => latin1(value)).join(' ');
  announce(server, '+set', master, `${shown} ${told}`);
  return 1 + option.count;
}

interface Setting {
  get(sentinel: Sentinel): string;
  /** False if the value is refused. */
  set(sentinel: Sentinel, value: Uint8Array): boolean;
}

function switchSetting(key: 'resolvesHostnames' | 'announcesHostnames'): Setting {
  return {
    get: (sentinel) => (sentinel[key] ? 'yes' : 'no'),
    set(sentinel, value) {
      const word = lowerAscii(value);
      if (word !== 'yes' && word !== 'no') return false;
      sentinel[key] = word === 'yes';
      return true;
    },
  };
}

function textSetting(key: 'announceIp' | 'user' | 'password'): Setting {
  return {
    get: (sentinel) => (key === 'password' && sentinel[key] !== null ? '******' : (sentinel[key] ?? '')),
    set(sentinel, value) {
      sentinel[key] = value.length === 0 ? null : latin1(value);
      if (key !== 'announceIp') leaveOthers(sentinel);
      return true;
    },
  };
}

/** The other sentinels are to be logged in to in another way. */
function leaveOthers({ masters }: Sentinel): void {
  for (const master of masters.values())
    for (const { link } of master.sentinels.values()) link.closeCommands();
}

const MAX_PORT = 65535;

const SETTINGS: Readonly<Record<string, Setting>> = {
  'resolve-hostnames': switchSetting('resolvesHostnames'),
  'announce-hostnames': switchSetting('announcesHostnames'),
  'announce-ip': textSetting('announceIp'),
  'announce-port': {
    get: ({ announcePort }) => String(announcePort),
    set(sentinel, value) {
      const port = parseInteger(value);
      if (port === null || port < 0 || port > MAX_PORT) return false;
      sentinel.announcePort = Number(port);
      return true;
    },
  },
  'sentinel-user': textSetting('user'),
  'sentinel-pass': textSetting('password'),
};

const GET_ARGUMENTS = 4;
const SET_ARGUMENTS = 5;

const config: Command = {
  ...SUBCOMMAND,
  name: 'config',
  arity: -3,
  since: '6.2.0',
  summary: { en: 'Reads or changes settings of this sentinel.', zh: '读取或修改本哨兵的全局配置。' },
  arguments: [
    oneOf(
      'set_or_get',
      many({ ...block('set_param_value', string('parameter'), string('value')), token: 'SET' }),
      many(string('parameter', { token: 'GET' })),
    ),
  ],
  run(server, client, args) {
    const word = lowerAscii(args[2]);
    if (word === 'get' && args.length === GET_ARGUMENTS) {
      const found = Object.entries(SETTINGS).filter(([name]) =>
        globMatch(
          args[3],
          Uint8Array.from(name, (each) => each.charCodeAt(0)),
          true,
        ),
      );
      client.reply.map(found.length);
      for (const [name, setting] of found) {
        client.reply.text(name);
        client.reply.text(setting.get(sentinelOf(server)));
      }
    } else if (word === 'set' && args.length === SET_ARGUMENTS) {
      changeSetting(server, args[3], args[4]);
      client.reply.ok();
    } else {
      throw new ReplyError('ERR Only SENTINEL CONFIG GET <option> / SET <option> <value> are supported.');
    }
  },
};

function changeSetting(server: Server, name: Uint8Array, value: Uint8Array): void {
  const setting = SETTINGS[lowerAscii(name)];
  if (setting === undefined) {
    throw new ReplyError(`ERR Invalid argument '${latin1(name)}' to SENTINEL CONFIG SET`);
  }
  if (!setting.set(sentinelOf(server), value)) {
    throw new ReplyError(`ERR Invalid value '${latin1(value)}' to SENTINEL CONFIG SET '${latin1(name)}'`);
  }
  saveState(server);
}

/** In the order in which SENTINEL DEBUG lists them. */
const PERIODS: readonly Period[] = [
  'info-period',
  'ping-period',
  'ask-period',
  'publish-period',
  'default-down-after',
  'default-failover-timeout',
  'tilt-trigger',
  'tilt-period',
  'slave-reconf-timeout',
  'min-link-reconnect-period',
  'election-timeout',
  'script-max-runtime',
  'script-retry-delay',
];

const debug: Command = {
  ...SUBCOMMAND,
  name: 'debug',
  arity: -2,
  since: '7.0.0',
  complexity: 'O(N)',
  summary: {
    en: 'Lists or changes the periods that this sentinel goes by, in milliseconds.',
    zh: '列出或修改本哨兵使用的各种时间参数（毫秒）。',
  },
  arguments: [many(block('parameter_value', string('parameter'), string('value')))],
  run(server, { reply }, args) {
    const { periods } = sentinelOf(server);
    if (args.length === 2) {
      reply.map(PERIODS.length);
      for (const name of PERIODS) {
        reply.text(name.toUpperCase());
        reply.text(String(periods[name]));
      }
      return;
    }
    for (let at = 2; at < args.length; at += 2) {
      const name = PERIODS.find((period) => period === lowerAscii(args[at]));
      const shown = latin1(args[at]);
      if (name === undefined || at + 1 >= args.length) {
        throw new ReplyError(`ERR Unknown option or number of arguments for SENTINEL DEBUG '${shown}'`);
      }
      const value = parseInteger(args[at + 1]);
      if (value === null || value <= 0) {
        throw new ReplyError(`ERR Invalid argument '${latin1(args[at + 1])}' for SENTINEL DEBUG '${shown}'`);
      }
      periods[name] = Number(value);
    }
    reply.ok();
  },
};

const simulateFailure: Command = {
  ...SUBCOMMAND,
  name: 'simulate-failure',
  arity: -3,
  since: '3.2.0',
  complexity: '',
  summary: {
    en: 'Lets this sentinel crash in the middle of the next failover that it leads.',
    zh: '让本哨兵在下一次由它主导的故障转移中途崩溃。',
  },
  arguments: [
    optional(
      many(
        oneOf(
          'mode',
          token('crash-after-election', 'CRASH-AFTER-ELECTION'),
          token('crash-after-promotion', 'CRASH-AFTER-PROMOTION'),
          token('help', 'HELP'),
        ),
      ),
    ),
  ],
  run(server, { reply }, args) {
    const sentinel = sentinelOf(server);
    sentinel.crashesAfterElection = false;
    sentinel.crashesAfterPromotion = false;
    for (const word of args.slice(2).map(lowerAscii)) {
      if (word === 'crash-after-election') sentinel.crashesAfterElection = true;
      else if (word === 'crash-after-promotion') sentinel.crashesAfterPromotion = true;
      else if (word === 'help') {
        reply.array(2);
        reply.text('crash-after-election');
        reply.text('crash-after-promotion');
        return;
      } else throw new ReplyError('ERR Unknown failure simulation specified');
    }
    reply.ok();
  },
};

export const settingCommands: readonly Command[] = [config, debug, set, simulateFailure];
