/** Commands about the server: its commands, parameters, figures, memory, databases and inside. */
import type { Command } from '../state/command.ts';
import { aclCommand } from './acl.ts';
import { clusterCommands } from './cluster.ts';
import { commandCommand } from './server-command.ts';
import { configCommand } from './server-config.ts';
import { dataCommands } from './server-data.ts';
import { debugCommand } from './server-debug.ts';
import { infoCommand } from './server-info.ts';
import { latencyCommand } from './server-latency.ts';
import { lolwutCommand } from './server-lolwut.ts';
import { memoryCommand } from './server-memory.ts';
import { moduleCommand } from './server-module.ts';
import { monitorCommand } from './server-monitor.ts';
import { persistenceCommands } from './server-persistence.ts';
import { replicationCommands } from './server-replication.ts';
import { slowlogCommand } from './server-slowlog.ts';

export const serverCommands: readonly Command[] = [
  aclCommand,
  ...clusterCommands,
  commandCommand,
  configCommand,
  ...dataCommands,
  debugCommand,
  infoCommand,
  latencyCommand,
  lolwutCommand,
  memoryCommand,
  moduleCommand,
  monitorCommand,
  ...replicationCommands,
  slowlogCommand,
  ...persistenceCommands,
];
