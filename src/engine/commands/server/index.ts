/** Commands about the server: its commands, parameters, figures, memory, databases and inside. */
import type { Command } from '../../state/command/command.ts';
import { aclCommand } from '../acl/index.ts';
import { clusterCommands } from '../cluster/index.ts';
import { commandCommand } from './command.ts';
import { configCommand } from './config.ts';
import { dataCommands } from './data.ts';
import { debugCommand } from './debug.ts';
import { infoCommand } from './info.ts';
import { latencyCommand } from './latency.ts';
import { lolwutCommand } from './lolwut.ts';
import { memoryCommand } from './memory.ts';
import { moduleCommand } from './module.ts';
import { monitorCommand } from './monitor.ts';
import { persistenceCommands } from './persistence.ts';
import { replicationCommands } from './replication.ts';
import { slowlogCommand } from './slowlog.ts';

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
