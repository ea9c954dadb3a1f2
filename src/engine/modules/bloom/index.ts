/** The Bloom filter: BF.* and the type MBbloom--, as RedisBloom 2.6 has them. */
import type { EngineModule } from '../../state/module.ts';
import { bloomCommands } from './commands.ts';
import { bloomType } from './type.ts';

export const bloomModule: EngineModule = {
  name: 'bf',
  version: 20612,
  aliases: ['bloom', 'redisbloom.so'],
  commands: bloomCommands,
  types: [bloomType],
};
