import { expect, it } from 'vitest';
import type { Action } from './actions.ts';
import { filledRun, isSameFailure, judgeCase, UnreadableLine } from './repair.ts';
import { splitArguments } from './split-arguments.ts';

const command = (line: string, client = 1): Action => ({ type: 'command', client, line });

it('a script arrives as it was written, whatever is in it', () => {
  const script = 'local s = "a\\n" -- {1..3}\nreturn s .. \'$script\'\t';
  const [filled] = filledRun({ run: [command('EVAL $script 1 k')] }, 'lua', script);
  const args = splitArguments((filled as { line: string }).line)!.map((arg) => new TextDecoder().decode(arg));
  expect(args).toEqual(['EVAL', script, '1', 'k']);
});

it('commands come as a whole, or in two parts around what others do', () => {
  const run = [command('$commands before EXEC'), command('SET k 2', 2), command('$commands from EXEC')];
  const text = '# a note\nWATCH k\n\nmulti\nINCR k\nexec\n';
  expect(filledRun({ run }, 'commands', text)).toEqual([
    command('WATCH k'),
    command('multi'),
    command('INCR k'),
    command('SET k 2', 2),
    command('exec'),
  ]);
  expect(filledRun({ run: [command('$commands')] }, 'commands', '2> GET k')).toEqual([command('GET k', 2)]);
});

it('says which of the commands cannot be read', () => {
  const fill = () => filledRun({ run: [command('$commands')] }, 'commands', 'GET k\nSET k "x');
  expect(fill).toThrow(UnreadableLine);
  expect(fill).toThrow(expect.objectContaining({ line: 2 }));
});

it('a case passes when its reply and its checks are right and it has come to an end', () => {
  const right = { values: [], printed: '(integer) 1', results: [{ passed: true, found: '0' }] };
  expect(judgeCase({ prints: '(integer) 1' }, right).passed).toBe(true);
  expect(judgeCase({ prints: '(integer) 0' }, right).passed).toBe(false);
  expect(judgeCase({ prints: null }, { ...right, isEndless: true }).passed).toBe(false);
  const wrong = judgeCase({ prints: null }, { ...right, results: [{ passed: false, found: '7' }] });
  expect(wrong.passed).toBe(false);
  expect(isSameFailure(wrong, { ...wrong })).toBe(true);
  expect(isSameFailure(wrong, { ...wrong, printed: '(nil)' })).toBe(false);
});
