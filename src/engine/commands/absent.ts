/**
 * The commands of 7.0.15 that are not here, each with its reason. A test compares this table with a live server's
 * COMMAND LIST: what it has, the engine has or this table excuses, never both.
 */
import type { AbsentCommand } from '../../protocol/docs.ts';

interface Reason {
  readonly en: string;
  readonly zh: string;
}

const SCRIPTING: Reason = { en: 'There are no scripts or functions yet.', zh: '尚未实现 Lua 脚本与函数。' };
const REPLICATION: Reason = {
  en: 'There is one server and no replica yet.',
  zh: '目前只有一台服务器，没有副本。',
};
const CLUSTER: Reason = { en: 'There is no cluster yet.', zh: '尚未实现集群。' };
const OBSERVING: Reason = {
  en: 'The timeline shows every command; this way of watching is not there yet.',
  zh: '时间线会展示每一条命令；这种观察方式尚未实现。',
};
const MEMORY: Reason = {
  en: 'The allocator is a model: MEMORY USAGE tells sizes, advice about the whole is not there yet.',
  zh: '内存分配器是模拟的：MEMORY USAGE 能给出大小，整体统计与诊断尚未实现。',
};
const absentByGroup: Readonly<Record<string, readonly (readonly [Reason, string])[]>> = {
  generic: [
    [
      {
        en: 'A value moves to a second server, and there is only one yet. DUMP and RESTORE are its two halves.',
        zh: '需要第二台服务器，而目前只有一台；它的两半 DUMP 与 RESTORE 可以使用。',
      },
      'migrate',
    ],
  ],
  scripting: [
    [
      SCRIPTING,
      `eval eval_ro evalsha evalsha_ro fcall fcall_ro
       function function|delete function|dump function|flush function|help function|kill function|list
       function|load function|restore function|stats
       script script|debug script|exists script|flush script|help script|kill script|load`,
    ],
  ],
  connection: [
    [
      {
        en: 'Commands are never held back: stop the clock instead.',
        zh: '服务器不会暂缓执行命令；可以改用停止时钟。',
      },
      'client|pause client|unpause',
    ],
  ],
  cluster: [
    [
      CLUSTER,
      `asking readonly readwrite
       cluster cluster|addslots cluster|addslotsrange cluster|bumpepoch cluster|count-failure-reports
       cluster|countkeysinslot cluster|delslots cluster|delslotsrange cluster|failover cluster|flushslots
       cluster|forget cluster|getkeysinslot cluster|help cluster|info cluster|keyslot cluster|links cluster|meet
       cluster|myid cluster|nodes cluster|replicas cluster|replicate cluster|reset cluster|saveconfig
       cluster|set-config-epoch cluster|setslot cluster|shards cluster|slaves cluster|slots`,
    ],
  ],
  server: [
    [REPLICATION, 'failover psync replconf replicaof role slaveof sync'],
    [CLUSTER, 'restore-asking'],
    [{ en: 'There is no configuration file to write to.', zh: '没有可以写回的配置文件。' }, 'config|rewrite'],
    [
      OBSERVING,
      `latency latency|doctor latency|graph latency|help latency|histogram latency|history latency|latest
       latency|reset slowlog slowlog|get slowlog|help slowlog|len slowlog|reset`,
    ],
    [MEMORY, 'memory|doctor memory|malloc-stats memory|purge memory|stats'],
    [{ en: 'It draws a picture and holds no data.', zh: '它只画一幅图，与数据无关。' }, 'lolwut'],
  ],
};

export const ABSENT_COMMANDS: readonly AbsentCommand[] = Object.entries(absentByGroup).flatMap(
  ([group, entries]) =>
    entries.flatMap(([reason, names]) =>
      names.split(/\s+/).map((name): AbsentCommand => ({ name, group, reason })),
    ),
);
