import { describe, expect, it } from 'vitest';
import { splitArguments } from '../../../protocol/split-arguments.ts';
import type { ParameterView } from '../../../protocol/views-config.ts';
import { effects } from './effects.ts';
import { selectParameters, setCommand } from './rows.ts';

function parameter(name: string, part: Partial<ParameterView> = {}): ParameterView {
  return { name, value: '1', byDefault: '1', hasEffect: true, canChange: true, choices: [], ...part };
}

const parameters = [
  parameter('hz', { value: '100' }),
  parameter('maxmemory'),
  parameter('tcp-backlog', { hasEffect: false }),
];
const about = (name: string) => effects[name]?.zh ?? '';
const names = (...args: Parameters<typeof selectParameters>) =>
  selectParameters(...args).map(({ name }) => name);

describe('parameters', () => {
  it('are those with an effect, the changed ones, or all', () => {
    expect(names(parameters, 'working', '', about)).toEqual(['hz', 'maxmemory']);
    expect(names(parameters, 'changed', '', about)).toEqual(['hz']);
    expect(names(parameters, 'all', '', about)).toEqual(['hz', 'maxmemory', 'tcp-backlog']);
  });

  it('are found by name and by description', () => {
    expect(names(parameters, 'all', 'MAX mem', about)).toEqual(['maxmemory']);
    expect(names(parameters, 'all', '内存', about)).toEqual(['maxmemory']);
    expect(names(parameters, 'all', 'nothing like it', about)).toEqual([]);
  });
});

it.each(['3600 1 300 100', '', 'a"b\\c', 'plain', "it's"])(
  'the value %j is typed so that it arrives whole',
  (value) => {
    const args = splitArguments(setCommand('save', value))!.map((bytes) => new TextDecoder().decode(bytes));
    expect(args).toEqual(['CONFIG', 'SET', 'save', value]);
  },
);
