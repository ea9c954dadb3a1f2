import { expect, it } from 'vitest';
import { groupPanels } from './groups.ts';

it('panels are grouped, and one without a group is still offered', () => {
  expect(groupPanels(['dict', 'bloom', 'novel'])).toEqual([
    { group: 'structures', panels: ['dict'] },
    { group: 'modules', panels: ['bloom'] },
    { group: 'other', panels: ['novel'] },
  ]);
});
