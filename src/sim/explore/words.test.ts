import { expect, test } from 'vitest';
import type { NodeFact } from '../../protocol/explore.ts';
import { turnsOf } from './words.ts';

const MASTER: NodeFact = { type: 'role', of: null, isUp: true };
const following = (isUp: boolean): NodeFact => ({ type: 'role', of: 'copy', isUp });

test.each<[NodeFact[], NodeFact[], string[]]>([
  [[MASTER], [MASTER], []],
  [[following(true)], [MASTER], ['master now']],
  [[MASTER, { type: 'cut' }], [MASTER], ['connected again']],
  [[MASTER], [MASTER, { type: 'alone' }], ['refuses writes']],
  [[MASTER, { type: 'alone' }], [MASTER], ['takes writes']],
  [[MASTER], [following(false)], ['follows copy']],
  [[following(false)], [following(true)], ['has the data of copy']],
  [[MASTER], [following(true)], ['follows copy', 'has the data of copy']],
  [[following(true)], [following(true)], []],
])('%j, then %j: %j', (before, after, told) => {
  expect(turnsOf(before, after).map(({ en }) => en)).toEqual(told);
});
