/** The Bloom filter: BF.* and the type MBbloom--, as RedisBloom 2.6 has them. */
import type { EngineModule } from '../../state/module.ts';
import { addCommands } from './commands-add.ts';
import { readCommands } from './commands-read.ts';
import { bloomType } from './type.ts';

export const bloomModule: EngineModule = {
  name: 'bf',
  version: 20612,
  aliases: ['bloom', 'redisbloom.so'],
  commands: [...addCommands, ...readCommands],
  types: [bloomType],
};
