import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Config, RefusedValue } from './config.ts';
import { ConfigError, PARAMETERS } from './table.ts';

function set(config: Config, values: Record<string, string>): void {
  config.set(
    Object.entries(values).map(([name, text]) => {
      const named = config.find(name);
      if (named === undefined) throw new Error(`${name} is no parameter`);
      return [named, text];
    }),
  );
}

describe('a server is started with', () => {
  test('values of its own', () => {
    const config = new Config('7.0', { databases: '4', 'enable-debug-command': 'yes', HZ: '700' });
    expect(config.number('databases')).toBe(4);
    expect(config.text('enable-debug-command')).toBe('yes');
    expect(config.number('hz')).toBe(500);
  });

  test('nothing that is refused or unknown', () => {
    expect(() => new Config('7.0', { databases: '0' })).toThrow(ConfigError);
    expect(() => new Config('7.0', { nothing: '0' })).toThrow(ConfigError);
  });

  test('no more databases than there is memory for', () => {
    expect(new Config('7.0', { databases: '10000' }).number('databases')).toBe(10_000);
    expect(() => new Config('7.0', { databases: '30000000' })).toThrow(ConfigError);
  });
});

test('several values are taken together or not at all', () => {
  const config = new Config('7.0', {});
  set(config, { hz: '20', 'proto-max-bulk-len': '2mb' });
  expect(config.number('hz')).toBe(20);
  expect(config.maxBulkBytes).toBe(2 * 1024 * 1024);
  let refused: unknown = null;
  try {
    set(config, { hz: '30', 'proto-max-bulk-len': '3mb', maxmemory: 'x', timeout: '1' });
  } catch (problem) {
    refused = problem;
  }
  expect(refused).toEqual(new RefusedValue('maxmemory', 'argument must be a memory value'));
  expect(config.number('hz')).toBe(20);
  expect(config.maxBulkBytes).toBe(2 * 1024 * 1024);
});

describe('the packed encodings', () => {
  const names = (generation: '7.0' | '6.2') =>
    [...new Config(generation, {}).names()].map(({ name }) => name).filter((name) => /pack|zip/.test(name));

  test('have both names in 7.0, for one value', () => {
    const config = new Config('7.0', {});
    expect(names('7.0')).toHaveLength(10);
    set(config, { 'hash-max-ziplist-entries': '7' });
    expect(config.number('hash-max-listpack-entries')).toBe(7);
  });

  test('have only the older names in 6.2', () => {
    expect(names('6.2').every((name) => name.includes('ziplist'))).toBe(true);
    expect(names('6.2')).toHaveLength(5);
    expect(new Config('6.2', {}).number('zset-max-ziplist-entries')).toBe(128);
  });
});

test('every default is a value that could be set', () => {
  for (const parameter of PARAMETERS) {
    const value = parameter.parse(parameter.print(parameter.default), parameter.default);
    expect(value, parameter.name).toEqual(parameter.default);
  }
});

/** Read only to return it, or to word an error. */
const ONLY_TOLD = ['port'];

test('parameters with effect are marked apart from those only stored', () => {
  const folder = join(import.meta.dirname, '../..');
  const asked = new Set<string>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
    const source = readFileSync(join(folder, path), 'utf8');
    for (const [, words] of source.matchAll(/\b(?:config|this)\.(?:number|flag|text)\(([^()]*)\)/g)) {
      for (const [, name] of words.matchAll(/'([a-z-]+)'/g)) asked.add(name);
    }
  }
  const followed = PARAMETERS.filter(({ effect }) => effect !== false).map(({ name }) => name);
  const expected = [...asked].filter((name) => !ONLY_TOLD.includes(name));
  expect(followed.sort()).toEqual(expected.sort());
});

test('no parameter is there twice', () => {
  const names = PARAMETERS.map(({ name, generation }) => `${name} ${generation}`);
  expect(new Set(names).size).toBe(names.length);
});
