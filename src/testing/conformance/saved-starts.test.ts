/** Every start of a server by our pages can be saved and opened again. */
import { expect, test } from 'vitest';
import { scenarios } from '../../ui/lab/scenarios.ts';
import { allowedSettings } from '../../worker/allowed-settings.ts';
import { sharedCourse } from '../shared-course.ts';

const { lessons } = sharedCourse();
const stories = import.meta.glob<Record<string, unknown>>('../../ui/gallery/stories/*.ts', { eager: true });

/** Every object called `config` anywhere inside a value. */
function configsIn(value: unknown): Record<string, string>[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'config' && typeof part === 'object' ? [part as Record<string, string>] : configsIn(part),
  );
}

test.each([
  ['lessons', configsIn(lessons)],
  ['scenes of the lab', configsIn(scenarios)],
  ['stories of the gallery', configsIn(stories)],
  [
    'a server with users',
    [{ aclfile: 'users.acl' }, { user: 'alice on >p ~* +@all', 'acl-pubsub-default': 'allchannels' }],
  ],
  ['a new session', [{ 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' }]],
])('the settings of %s are allowed in links and files', (_name, configs) => {
  expect(configs.length).toBeGreaterThan(0);
  for (const config of configs) expect(allowedSettings(config)).toEqual(config);
});
