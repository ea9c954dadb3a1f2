/** Parameters that are asked for with every command, kept as plain fields so that asking costs nothing. */
import type { Config } from './config.ts';

/** How much unsent output a client of a class may have. 0 means no limit. */
export interface OutputLimit {
  readonly hardBytes: number;
  readonly softBytes: number;
  readonly softSeconds: number;
}

export class WatchSettings {
  slowMicroseconds = 0;
  slowLogLength = 0;
  latencyThresholdMs = 0;
  latencyTracking = true;
  normalLimit: OutputLimit = { hardBytes: 0, softBytes: 0, softSeconds: 0 };
  pubsubLimit: OutputLimit = { hardBytes: 0, softBytes: 0, softSeconds: 0 };
  replicaLimit: OutputLimit = { hardBytes: 0, softBytes: 0, softSeconds: 0 };
  /** Idle clients are hung up on after so many seconds; 0 for never. */
  timeoutSeconds = 0;
  maxClients = 0;
  /** How much input a client may have sent that is not a whole command yet. */
  maxQueryBytes = 0;
  /** In bytes, or negative as a percentage of maxmemory; 0 for no limit. */
  maxClientMemory = 0;
  /** Writes need so many replicas that are up to date; 0 while it does not matter. */
  minReplicas = 0;

  /** The TCP server compares it after every step, and follows CONFIG SET port. */
  port = 0;

  constructor(config: Config) {
    this.follow(config);
  }

  follow(config: Config): void {
    this.slowMicroseconds = config.number('slowlog-log-slower-than');
    this.slowLogLength = config.number('slowlog-max-len');
    this.latencyThresholdMs = config.number('latency-monitor-threshold');
    this.latencyTracking = config.flag('latency-tracking');
    this.timeoutSeconds = config.number('timeout');
    this.maxClients = config.number('maxclients');
    this.port = config.number('port');
    this.maxQueryBytes = config.number('client-query-buffer-limit');
    this.maxClientMemory = config.number('maxmemory-clients');
    this.minReplicas =
      config.number('min-replicas-max-lag') === 0 ? 0 : config.number('min-replicas-to-write');
    const words = config.text('client-output-buffer-limit').split(' ');
    this.normalLimit = limitAfter(words, 'normal');
    this.pubsubLimit = limitAfter(words, 'pubsub');
    this.replicaLimit = limitAfter(words, 'slave');
  }
}

function limitAfter(words: readonly string[], name: string): OutputLimit {
  const at = words.indexOf(name);
  const [hardBytes, softBytes, softSeconds] = words.slice(at + 1, at + 4).map(Number);
  return { hardBytes, softBytes, softSeconds };
}
