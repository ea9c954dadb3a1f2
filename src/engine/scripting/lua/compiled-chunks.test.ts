/** Machines share the code of a program, and nothing else. */
import { expect, test } from 'vitest';
import { ProgramRun } from './program.ts';

function run(source: string): unknown {
  const turn = new ProgramRun({ source, constants: {}, operations: [] }).next();
  return turn.type === 'returned' ? turn.value : turn;
}

test('a program says the same when its code is known, addresses included', () => {
  const source = `
    local function inner() return function() end end
    return tostring({}) .. ' ' .. tostring(inner()) .. ' ' .. tostring(inner)`;
  const first = run(source);
  expect(first).toMatch(/^table: 0x\w+ function: 0x\w+ function: 0x\w+$/);
  expect(run(source)).toBe(first);
  run('return 1');
  expect(run(source)).toBe(first);
});

test('globals, variables and the library belong to one run', () => {
  const source = `
    local before = counted
    counted = (counted or 0) + 1
    string.mine = (string.mine or 0) + 1
    return { before == nil, counted, string.mine }`;
  expect(run(source)).toEqual([true, 1, 1]);
  expect(run(source)).toEqual([true, 1, 1]);
});
