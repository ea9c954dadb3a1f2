import { expect, it } from 'vitest';
import { groupPanels } from './groups.ts';

it('panels are grouped, and one that nobody has placed is still offered', () => {
  expect(groupPanels(['dict', 'bloom', 'novel'])).toEqual([
    { group: 'structures', panels: ['dict'] },
    { group: 'modules', panels: ['bloom'] },
    { group: 'other', panels: ['novel'] },
  ]);
});
