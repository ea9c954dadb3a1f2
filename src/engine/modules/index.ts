/**
 * The modules a server can load. Adding one is adding it here.
 *
 * `loadmodule` in what a server is started with names them, by word or by file, with spaces between:
 * `{ loadmodule: 'timeseries bloom' }`. MODULE LOAD takes a path, of which the file name counts.
 */
import { ConfigError } from '../state/config/table.ts';
import type { EngineModule } from '../state/module.ts';
import type { Server } from '../state/server.ts';
import { bloomModule } from './bloom/index.ts';
import { timeSeriesModule } from './timeseries/index.ts';

export const MODULES: readonly EngineModule[] = [timeSeriesModule, bloomModule];

export function loadModules(server: Server, names: string): void {
  server.modules.available = MODULES;
  for (const name of names.split(' ')) {
    if (name !== '' && !server.modules.load(server, name)) {
      throw new ConfigError(`loadmodule '${name}': there is no such module, or it is loaded already`);
    }
  }
}
