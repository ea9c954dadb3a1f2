/** The configuration as a view. */
import type { ConfigView, ParameterView } from '../../protocol/views-config.ts';
import { PARAMETERS } from '../state/config/table.ts';
import type { Server } from '../state/server.ts';
import type { ViewKind } from './kind.ts';

export const configView: ViewKind<'config'> = {
  read: readConfig,
};

function readConfig({ config, generation }: Server): ConfigView {
  const parameters: ParameterView[] = [];
  for (const parameter of PARAMETERS) {
    if (parameter.hidden === true) continue;
    if (parameter.generation !== undefined && parameter.generation !== generation) continue;
    parameters.push({
      name: parameter.name,
      value: config.print(parameter),
      byDefault: parameter.print(parameter.default),
      hasEffect: parameter.effect !== false,
      canChange: parameter.immutable !== true && parameter.protected !== true,
      choices: typeof parameter.default === 'boolean' ? ['yes', 'no'] : (parameter.words ?? []),
    });
  }
  parameters.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'config', parameters };
}
