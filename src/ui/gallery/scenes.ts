/** Recorded stories as the scenes that a layout draws, for tests of layouts on real views of an engine. */
import type { Step } from '../../protocol/steps.ts';
import type { View } from '../../protocol/views.ts';
import { columnsOf } from '../panels/label.ts';
import type { ViewOf } from '../panels/stage/scene.ts';
import type { Scene, Sheet } from '../panels/stage/sheet.ts';
import { type Recorded, revive } from './story.ts';

export function scenesOf<Kind extends View['kind']>(recorded: Recorded): Scene<ViewOf<Kind>>[] {
  const views = recorded.views.map((view) => revive(view) as ViewOf<Kind>);
  const { moments } = recorded;
  return moments.map(({ step, view }, at) => ({
    view: views[view],
    before: at === 0 ? null : views[moments[at - 1].view],
    step: step as Step | null,
    steps: moments.slice(0, at + 1).flatMap((moment) => (moment.step as Step | null) ?? []),
    phase: step !== null ? 'inside' : at === 0 ? 'before' : 'after',
  }));
}

/** Faults that no sheet may have: two things with one name, things outside the paper, or text wider than its room. */
export function problemsIn(sheet: Sheet): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const { id, x, y, width, height, texts = [] } of sheet.boxes) {
    if (seen.has(id)) problems.push(`two boxes ${id}`);
    seen.add(id);
    if (![x, y, width, height].every(Number.isFinite)) problems.push(`${id} is nowhere`);
    if (x < 0 || y < 0 || x + width > sheet.width + 1 || y + height > sheet.height + 1) {
      problems.push(`${id} is outside`);
    }
    for (const { text, look } of texts) {
      const column = look === 'byte' || look === 'note' ? 6 : 7;
      if (columnsOf(text) * column > width + 4) problems.push(`${id}: no room for ${text}`);
    }
  }
  for (const { id, x, y } of sheet.labels ?? []) {
    if (!Number.isFinite(x) || !Number.isFinite(y)) problems.push(`label ${id} is nowhere`);
  }
  return problems;
}
