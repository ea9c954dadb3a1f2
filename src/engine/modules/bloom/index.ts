import type { EngineModule } from '../../state/module.ts';

export const bloomModule: EngineModule = {
  name: 'bf',
  version: 20612,
  aliases: ['bloom', 'redisbloom.so'],
  commands: [],
  types: [],
};
