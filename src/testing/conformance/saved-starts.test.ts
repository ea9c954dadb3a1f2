/** Every start of a server by our pages can be saved and opened again. */
import { expect, test } from 'vitest';
import { scenarios } from '../../ui/lab/scenarios.ts';
import { allowedSettings } from '../../worker/allowed-settings.ts';
import { sharedCourse } from '../shared-course.ts';

const { lessons } = sharedCourse();
const stories = import.meta.glob<Record<string, unknown>>('../../ui/gallery/stories/*.ts', { eager: true });

interface Settings {
  readonly config: Record<string, string>;
  /** Of a server of a world of several, or of all of them. */
  readonly isOfNode: boolean;
}

/** Every object called `config` anywhere inside a value. */
function settingsIn(value: unknown, isInWorld = false): Settings[] {
  if (typeof value !== 'object' || value === null) return [];
  const isOfNode = isInWorld || ('world' in value && value.world !== undefined);
  return Object.entries(value).flatMap(([name, part]) =>
    name === 'config' && typeof part === 'object'
      ? [{ config: part as Record<string, string>, isOfNode }]
      : settingsIn(part, isOfNode),
  );
}

const ofOneServer = (...configs: readonly Record<string, string>[]): Settings[] =>
  configs.map((config) => ({ config, isOfNode: false }));

test.each([
  ['lessons', settingsIn(lessons)],
  ['scenes of the lab', settingsIn(scenarios)],
  ['stories of the gallery', settingsIn(stories)],
  [
    'a server with users',
    ofOneServer(
      { aclfile: 'users.acl' },
      { user: 'alice on >p ~* +@all', 'acl-pubsub-default': 'allchannels' },
    ),
  ],
  ['a new session', ofOneServer({ 'enable-debug-command': 'yes', loadmodule: 'timeseries bloom' })],
])('the settings of %s are allowed in links and files', (_name, settings) => {
  expect(settings.length).toBeGreaterThan(0);
  for (const { config, isOfNode } of settings) expect(allowedSettings(config, isOfNode)).toEqual(config);
});
