/** Everything a server holds. Commands read and change it; nothing of it lives in module scope. */
import type { Generation, SessionStart } from '../../protocol/session.ts';
import { AssertionFailure } from '../base/errors.ts';
import type { Environment } from '../base/probe.ts';
import { createEnvironment } from '../base/probe.ts';
import { ActiveExpiry } from '../keyspace/active-expire.ts';
import { Eviction } from '../keyspace/eviction.ts';
import { Keyspace } from '../keyspace/keyspace.ts';
import { DEFAULT_PACKED_THRESHOLD_BYTES } from '../structures/quicklist.ts';
import { LatestWork } from '../types/latest-work.ts';
import { StringFactory } from '../types/string.ts';
import { Acl } from './acl/acl.ts';
import { Alarms } from './alarms.ts';
import { Blocking } from './client/blocking.ts';
import type { Client } from './client/client.ts';
import { Monitors } from './client/monitors.ts';
import { Pause } from './client/pause.ts';
import { Subscriptions } from './client/subscriptions.ts';
import { Tracking } from './client/tracking.ts';
import { Watching } from './client/transaction.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { CommandEntry, CommandTable } from './command/table.ts';
import { Config } from './config/config.ts';
import { WatchSettings } from './config/hot-settings.ts';
import { followMemorySettings } from './config/memory-settings.ts';
import { BackgroundJobs } from './disk/background-jobs.ts';
import { VirtualDisk } from './disk/disk.ts';
import { PersistenceState } from './disk/persistence.ts';
import { connectLazyFree } from './lazy-free-thread.ts';
import { type BusListener, Links } from './links.ts';
import type { MigrateSockets } from './migrate-sockets.ts';
import { Modules } from './module.ts';
import { Notifications } from './notifications.ts';
import { Propagation } from './propagation.ts';
import { Replication } from './replication/replication.ts';
import { Scripting } from './scripting.ts';
import type { Sentinel } from './sentinel/sentinel.ts';
import { noteExpiry } from './statistics/durations.ts';
import { HeapHistory } from './statistics/heap-history.ts';
import { Latency } from './statistics/latency.ts';
import { Rates } from './statistics/rates.ts';
import { SlowLog } from './statistics/slow-log.ts';
import { Statistics } from './statistics/statistics.ts';

/** How persistence sees the libraries of functions. */
export interface FunctionLibraries {
  /** The source of every library. */
  codes(): Iterable<Uint8Array>;
  /** Loads one from its source; returns what is wrong with it, or null. */
  load(code: Uint8Array, mayReplace: boolean): string | null;
  /** Forgets all of them. */
  clear(): void;
}

/** Why and how a server ends. */
export interface Ending {
  readonly reason: 'shutdown' | 'restart' | 'crash' | 'disk';
  /** Whether it restarts on its own. */
  readonly restarts: boolean;
  readonly text: string;
}

/** A tab of a browser survives this. */
const DEFAULT_MEMORY_BYTES = 1024 * 1024 * 1024;

/** What a command that has just run took. */
export interface CommandCost {
  readonly microseconds: number;
  readonly replyBytes: number;
  readonly heapBytes: number;
  readonly keysBefore: number;
}

/** Hears where each command begins and ends, also those that EXEC and scripts call. */
export interface CommandObserver {
  begins(client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void;
  ends(client: Client, entry: CommandEntry, cost: CommandCost): void;
}

export class Server {
  readonly generation: Generation;
  readonly seed: number;
  readonly startMs: number;
  readonly env: Environment;
  readonly config: Config;
  readonly keyspace: Keyspace;
  /** Makes string values. */
  readonly strings: StringFactory;
  readonly commands: CommandTable;
  readonly clients = new Map<number, Client>();
  readonly statistics = new Statistics();
  readonly alarms = new Alarms();
  /** Scripts and functions. */
  readonly scripting = new Scripting(this);
  readonly modules = new Modules();
  /** Work beside the commands, in virtual time. */
  readonly jobs = new BackgroundJobs(this.alarms);
  /** What commands become in the append only file. */
  readonly propagation = new Propagation();
  /** Clients that wait. */
  readonly blocking = new Blocking(this);
  /** Keys that clients watch. */
  readonly watching: Watching;
  /** Whether the command that runs was queued by MULTI. */
  inExec = false;
  /** Other clients that got output in this step, besides the sender of the input: subscribers, unblocked clients. */
  readonly addressed = new Set<Client>();
  /** Whose command is running; null between commands. */
  currentClient: Client | null = null;
  /** Whose command led to all that runs now, also through a script; null between commands. */
  commandingClient: Client | null = null;
  /** Channels, patterns and who listens to them. */
  readonly subscriptions: Subscriptions;
  /** Who may have cached which key. */
  readonly tracking: Tracking;
  readonly monitors: Monitors;
  /** Commands that are held back. */
  readonly pause = new Pause(this);
  readonly rates: Rates;
  /** Whom this server follows, and who follows it. */
  readonly replication = new Replication(() => this.randomId('replication-id'));
  /** DEBUG PAUSE-CRON. */
  cronIsPaused = false;
  /** DEBUG REPLYBUFFER RESIZING. */
  replyBuffersResize = true;
  /** When idle clients are looked at next. */
  idleCheckAtMs = 0;
  readonly slowLog = new SlowLog();
  readonly latency = new Latency();
  readonly heapHistory = new HeapHistory();
  /** Parameters that every command asks for. */
  readonly settings: WatchSettings;
  /** Users and what they may do. */
  readonly acl: Acl;
  /** How a command runs another one, as EXEC and scripts do: the funnel behind its gates. The engine sets it. */
  runCommand: (client: Client, entry: CommandEntry, args: readonly Uint8Array[]) => void = unconnected;
  /** How the commands in a client's query buffer are run, with all gates. The engine sets it. */
  processCommand: (client: Client, args: readonly Uint8Array[]) => void = unconnected;
  #runId: string | null = null;
  /** The time of the current step, Unix milliseconds with a fraction. */
  nowMs: number;
  /**
   * The limit for the data, in bytes of the engine's own heap: where a real server would run out of memory. Not
   * maxmemory, and nothing is evicted for it.
   */
  readonly memoryBytes: number;
  /** maxmemory and who has to go. */
  readonly eviction: Eviction;
  /** Whether eviction continues when the step ends: the limit changed, or there was too much to free in one go. */
  evictionIsDue = false;
  /** Whether memory was short when the command that runs began: scripts ask before they write. */
  wasOutOfMemory = false;
  readonly activeExpiry: ActiveExpiry;
  /** Heap bytes before the first key. */
  readonly startupBytes: number;
  /** DEBUG SET-ACTIVE-EXPIRE. */
  activeExpireEnabled = true;
  /** Null while nobody listens; `engine.listen` sets it. */
  commandObserver: CommandObserver | null = null;
  /** How the latest commands did their work, for the views. */
  readonly latestWork = new LatestWork();
  /** DEBUG QUICKLIST-PACKED-THRESHOLD: a list element of at least this size gets its own node. */
  packedThresholdBytes = DEFAULT_PACKED_THRESHOLD_BYTES;
  /** Clients to hang up on at the end of the step. */
  readonly closing: number[] = [];
  /** DEBUG SLEEP and the like hold the loop until then. */
  blockedUntilMs = 0;
  nextClientId = 1;
  /** Connections to other servers. */
  readonly links: Links;
  /** Those of MIGRATE; null until it is used. */
  migrateSockets: MigrateSockets | null = null;
  /** What it knows of its cluster; null outside of one. */
  cluster: Cluster | null = null;
  /** Who hears the port of the cluster bus; null outside of a cluster. */
  bus: BusListener | null = null;
  /** Bytes for connections to the bus, in this step. */
  busAnswers: { readonly client: number; readonly bytes: Uint8Array }[] = [];
  /** What it watches as a sentinel; null for a server with data. */
  sentinel: Sentinel | null = null;
  /** Called for each client that has left, for any reason: its subscriptions, waits and watched keys end. */
  readonly departures: ((client: Client) => void)[] = [];

  /** The files below; they outlive the server. */
  readonly disk: VirtualDisk;
  readonly persistence: PersistenceState;
  /** Libraries of functions, as files keep them; null while there can be none. */
  functionLibraries: FunctionLibraries | null = null;
  /** Set when the server is to end after this step: SHUTDOWN, DEBUG RESTART, an error that it cannot survive. */
  ending: Ending | null = null;

  /** Set by the engine. */
  mayListen: (port: number) => boolean = () => true;
  /** Set by the engine: whether a connection to another server can ever stand. */
  hasNetwork: () => boolean = () => false;
  /** Lines of `user` in the start settings. */
  readonly configuredUsers: string;
  /** The redis.conf that it was started with, if it has one. */
  readonly configFile: string | null;

  constructor(start: SessionStart, commands: CommandTable, disk = new VirtualDisk(), lastLink = 0) {
    this.links = new Links(lastLink);
    this.memoryBytes = start.memoryBytes ?? DEFAULT_MEMORY_BYTES;
    this.disk = disk;
    this.persistence = new PersistenceState(start.startMs);
    this.generation = start.generation;
    this.seed = start.seed;
    this.startMs = start.startMs;
    this.nowMs = start.startMs;
    this.env = createEnvironment(start.seed);
    this.commands = commands;
    // Modules are loaded by the engine, users when it starts; a server has no parameters of these names.
    const { loadmodule: _, user, ...parameters } = start.config;
    this.configuredUsers = user ?? '';
    this.configFile = start.configFile ?? null;
    this.config = new Config(start.generation, parameters);
    this.keyspace = new Keyspace(this.env, this.config.number('databases'));
    this.keyspace.setTime(start.startMs);
    this.watching = new Watching(this.keyspace);
    this.departures.push((client) => {
      this.blocking.forget(client);
      this.watching.discard(client);
    });
    this.keyspace.onDeletion = (db, key, lazy) => this.propagation.deletion(db, key, lazy);
    this.keyspace.onExpired = (freeUs) => noteExpiry(this, freeUs);
    this.strings = new StringFactory(this.env, this.keyspace.lruClock);
    this.eviction = new Eviction(this.keyspace);
    this.activeExpiry = new ActiveExpiry(this.keyspace, this.statistics);
    connectLazyFree(this);
    followMemorySettings(this);
    this.settings = new WatchSettings(this.config);
    this.config.onChange = () => {
      followMemorySettings(this);
      this.settings.follow(this.config);
      this.replication.work?.followConfig();
    };
    this.subscriptions = new Subscriptions(this);
    this.tracking = new Tracking(this);
    new Notifications(this);
    this.monitors = new Monitors(this);
    this.acl = new Acl(commands, this.config);
    this.rates = new Rates(this.statistics, start.startMs);
    this.startupBytes = this.env.heap.usedBytes;
  }

  /** 40 hexadecimal digits, new at each start. Drawn when first asked for: most servers never are. */
  get runId(): string {
    this.#runId ??= this.randomId('run-id');
    return this.#runId;
  }

  /** 40 random hexadecimal digits. */
  randomId(stream: string): string {
    const random = this.env.random.stream(stream);
    return Array.from({ length: 40 }, () => random.below(16).toString(16)).join('');
  }

  /** Removes a client from the list and runs the departure callbacks. */
  dismiss(client: Client): void {
    if (!this.clients.delete(client.id)) return;
    for (const onDeparture of this.departures) onDeparture(client);
  }
}

function unconnected(): never {
  throw new AssertionFailure('a server without an engine runs no commands');
}
