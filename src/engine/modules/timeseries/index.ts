/** Time series: TS.* and the type TSDB-TYPE, as RedisTimeSeries 1.10 has them. */
import type { EngineModule } from '../../state/module.ts';
import { readCommands } from './commands-read.ts';
import { writeCommands } from './commands-write.ts';
import { followKeys, MODULE_NAME, timeSeriesType } from './type.ts';

export const timeSeriesModule: EngineModule = {
  name: MODULE_NAME,
  version: 11011,
  aliases: ['timeseries', 'redistimeseries.so'],
  commands: [...writeCommands, ...readCommands],
  types: [timeSeriesType],
  start: followKeys,
};
