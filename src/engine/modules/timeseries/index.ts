import type { EngineModule } from '../../state/module.ts';

export const timeSeriesModule: EngineModule = {
  name: 'timeseries',
  version: 11011,
  aliases: ['timeseries', 'redistimeseries.so'],
  commands: [],
  types: [],
};
