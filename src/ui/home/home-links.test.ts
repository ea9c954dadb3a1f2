/** Whatever the home page leads to is there. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedCourse } from '../../testing/shared-course.ts';
import { parseRoute } from '../browser/routes.ts';
import { presets } from '../lab/nodes/presets.ts';
import { scenarios } from '../lab/scenarios.ts';
import { doors } from './doors.ts';
import { labHrefOf, nothingYet, sceneTargetOf } from './lesson-scenes.ts';
import { paths } from './paths.ts';

const panels = readdirSync(join(import.meta.dirname, '../panels'));
const { index: course } = sharedCourse();
const scenes = scenarios.map(({ id }) => id);
const lessons = course.parts.flatMap((part) => part.lessons.map(({ id }) => id));
const planned = course.parts.flatMap((part) => part.planned.map(({ id }) => id));

describe('a door', () => {
  it.each(doors)('$id leads to lessons and scenes that are there', ({ links }) => {
    for (const link of links) {
      if (link.to === 'lesson') expect(lessons).toContain(link.id);
      if (link.to === 'scene') expect(scenes).toContain(link.id);
    }
    expect(links.length).toBeGreaterThanOrEqual(3);
  });
});

describe('a path', () => {
  it.each(paths)('$id belongs to a door, has lessons of the course, and none twice', ({ id, sittings }) => {
    expect(doors.map((door) => door.id)).toContain(id);
    const ids = sittings.flatMap((sitting) => sitting.lessons);
    expect(new Set(ids).size).toBe(ids.length);
    for (const lesson of ids) expect([...lessons, ...planned]).toContain(lesson);
  });
});

describe('a lesson that is not written yet', () => {
  it.each(planned)('%s leads to its scene or panels, or is known to have none', (id) => {
    const target = sceneTargetOf(id);
    expect(target === null).toBe(nothingYet.includes(id));
    if (target === null) return;
    if ('scene' in target) expect(scenes).toContain(target.scene);
    else if ('servers' in target) expect(presets.map((preset) => preset.id)).toContain(target.servers);
    else for (const panel of target.panels) expect(panels).toContain(panel);
    expect(parseRoute(labHrefOf(id) ?? '')).toEqual({ page: 'lab', ...target });
  });
});
