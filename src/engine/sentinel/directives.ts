/** The lines of sentinel.conf that begin with `sentinel`, read at the start. */

import type { Directive } from '../state/config/config-lines.ts';
import { problemAt } from '../state/config/config-lines.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { wholeOf } from './hello.ts';
import { addInstance, addReplica, type Refusal, shareLink } from './instances.ts';
import { sentinelOf } from './watch.ts';

/** Read before the masters are known. Directives about a master are read after all masters. */
const BEFORE_MASTERS: readonly string[] = [
  'announce-ip',
  'announce-port',
  'deny-scripts-reconfig',
  'sentinel-user',
  'sentinel-pass',
  'current-epoch',
  'myid',
  'resolve-hostnames',
  'announce-hostnames',
];

const ID_LENGTH = 40;

/** What is wrong with them, or null. */
export function readDirectives(server: Server, directives: readonly Directive[]): string | null {
  const rank = ({ words }: Directive): number => {
    const name = (words[1] ?? '').toLowerCase();
    if (name === 'monitor') return 1;
    return BEFORE_MASTERS.includes(name) ? 0 : 2;
  };
  for (const directive of [...directives].sort((a, b) => rank(a) - rank(b))) {
    const problem = readDirective(server, directive.words.slice(1));
    if (problem !== null) return problemAt(directive.line, directive.text, problem);
  }
  return null;
}

/** How the server words it. */
export function refusalText(kind: Instance['kind'], refusal: Refusal): string {
  switch (refusal) {
    case 'invalid port':
      return 'Invalid port number.';
    case 'unresolved':
      return "Can't resolve instance hostname.";
    case 'duplicate':
      if (kind === 'master') return 'Duplicate master name.';
      return kind === 'slave' ? 'Duplicate hostname and port for replica.' : 'Duplicate runid for sentinel.';
  }
}

const UNKNOWN = 'Unrecognized sentinel configuration statement.';

function readDirective(server: Server, words: readonly string[]): string | null {
  const name = (words[0] ?? '').toLowerCase();
  const values = words.slice(1);
  const general = GENERAL[name];
  if (general !== undefined) return values.length === 1 ? general(server, values[0]) : UNKNOWN;
  if (name === 'monitor') return values.length === 4 ? readMonitor(server, values) : UNKNOWN;
  const ofMaster = OF_MASTER[name];
  if (ofMaster === undefined || !ofMaster.counts.includes(values.length)) return UNKNOWN;
  const master = sentinelOf(server).masters.get(values[0]);
  if (master === undefined) return 'No such master with specified name.';
  return ofMaster.read(server, master, values.slice(1));
}

function readMonitor(server: Server, [name, host, port, quorum]: readonly string[]): string | null {
  if (wholeOf(quorum) <= 0) return 'Quorum must be 1 or greater.';
  const address = { host, port: wholeOf(port) };
  const master = addInstance(server, 'master', name, address, wholeOf(quorum), null);
  return typeof master === 'string' ? refusalText('master', master) : null;
}

type General = (server: Server, value: string) => string | null;

/** yes or no, for a setting that says so. */
function choice(text: string, settle: (server: Server, value: boolean) => void): General {
  return (server, value) => {
    const word = value.toLowerCase();
    if (word !== 'yes' && word !== 'no') return `Please specify yes or no for the ${text}.`;
    settle(server, word === 'yes');
    return null;
  };
}

const GENERAL: Readonly<Record<string, General>> = {
  myid(server, value) {
    if (value.length !== ID_LENGTH) return 'Malformed Sentinel id in myid option.';
    sentinelOf(server).id = value;
    return null;
  },
  'current-epoch'(server, value) {
    const sentinel = sentinelOf(server);
    sentinel.currentEpoch = Math.max(sentinel.currentEpoch, wholeOf(value));
    return null;
  },
  'announce-ip'(server, value) {
    sentinelOf(server).announceIp = value === '' ? null : value;
    return null;
  },
  'announce-port'(server, value) {
    sentinelOf(server).announcePort = wholeOf(value);
    return null;
  },
  'sentinel-user'(server, value) {
    sentinelOf(server).user = value;
    return null;
  },
  'sentinel-pass'(server, value) {
    sentinelOf(server).password = value;
    return null;
  },
  'deny-scripts-reconfig': choice('deny-scripts-reconfig options', (server, value) => {
    sentinelOf(server).deniesScriptsReconfig = value;
  }),
  'resolve-hostnames': choice('resolve-hostnames option', (server, value) => {
    sentinelOf(server).resolvesHostnames = value;
  }),
  'announce-hostnames': choice('announce-hostnames option', (server, value) => {
    sentinelOf(server).announcesHostnames = value;
  }),
};

interface OfMaster {
  /** How many values there may be, with the name of the master. */
  readonly counts: readonly number[];
  read(server: Server, master: Instance, values: readonly string[]): string | null;
}

const ADDRESS_THEN_ID = 4;

const OF_MASTER: Readonly<Record<string, OfMaster>> = {
  'down-after-milliseconds': {
    counts: [2],
    read(_server, master, [value]) {
      if (wholeOf(value) <= 0) return 'negative or zero time parameter.';
      setDownAfter(master, wholeOf(value));
      return null;
    },
  },
  'failover-timeout': {
    counts: [2],
    read(_server, master, [value]) {
      if (wholeOf(value) <= 0) return 'negative or zero time parameter.';
      master.failoverTimeoutMs = wholeOf(value);
      return null;
    },
  },
  'parallel-syncs': {
    counts: [2],
    read(_server, master, [value]) {
      master.parallelSyncs = wholeOf(value);
      return null;
    },
  },
  // No program can be started from here, so none of them can be executed.
  'notification-script': {
    counts: [2],
    read: () => 'Notification script seems non existing or non executable.',
  },
  'client-reconfig-script': {
    counts: [2],
    read: () => 'Client reconfiguration script seems non existing or non executable.',
  },
  'auth-pass': {
    counts: [2],
    read(_server, master, [value]) {
      master.authPass = value;
      return null;
    },
  },
  'auth-user': {
    counts: [2],
    read(_server, master, [value]) {
      master.authUser = value;
      return null;
    },
  },
  'master-reboot-down-after-period': {
    counts: [2],
    read(_server, master, [value]) {
      if (wholeOf(value) < 0) return 'negative time parameter.';
      master.masterRebootDownAfterMs = wholeOf(value);
      return null;
    },
  },
  'config-epoch': {
    counts: [2],
    read(server, master, [value]) {
      const sentinel = sentinelOf(server);
      master.configEpoch = wholeOf(value);
      sentinel.currentEpoch = Math.max(sentinel.currentEpoch, master.configEpoch);
      return null;
    },
  },
  'leader-epoch': {
    counts: [2],
    read(_server, master, [value]) {
      master.leaderEpoch = wholeOf(value);
      return null;
    },
  },
  'known-replica': { counts: [3], read: readReplica },
  'known-slave': { counts: [3], read: readReplica },
  'known-sentinel': {
    counts: [3, ADDRESS_THEN_ID],
    read(server, master, [host, port, id]) {
      // Lines of old versions have no id: such a sentinel is met again by its hello.
      if (id === undefined) return null;
      const address = { host, port: wholeOf(port) };
      const other = addInstance(server, 'sentinel', id, address, master.quorum, master);
      if (typeof other === 'string') return refusalText('sentinel', other);
      other.runId = id;
      shareLink(server, other);
      return null;
    },
  },
  'rename-command': {
    counts: [3],
    read(_server, master, [command, there]) {
      if (master.renamed.has(command.toLowerCase())) {
        return 'Same command renamed multiple times with rename-command.';
      }
      master.renamed.set(command.toLowerCase(), there);
      return null;
    },
  },
};

function readReplica(server: Server, master: Instance, [host, port]: readonly string[]): string | null {
  const replica = addReplica(server, master, { host, port: wholeOf(port) });
  return typeof replica === 'string' ? refusalText('slave', replica) : null;
}

/** Replicas and sentinels are judged by the same time as their master. */
export function setDownAfter(master: Instance, ms: number): void {
  for (const each of [master, ...master.replicas.values(), ...master.sentinels.values()]) {
    each.downAfterMs = ms;
  }
}
