import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findRedisPy, isInstalled } from './prerequisites.mjs';

const wanted = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-platform': { version: '2.0.0', optional: true },
  },
};

test('packages are installed when each has the version of the lock', () => {
  expect(isInstalled(wanted, { packages: { 'node_modules/a': { version: '1.0.0' } } })).toBe(true);
});

test('a missing or another version asks for an installation', () => {
  expect(isInstalled(wanted, { packages: {} })).toBe(false);
  expect(isInstalled(wanted, { packages: { 'node_modules/a': { version: '0.9.0' } } })).toBe(false);
});

test('an optional package may be absent but not of another version', () => {
  const packages = { 'node_modules/a': { version: '1.0.0' } };
  const other = { ...packages, 'node_modules/for-another-platform': { version: '1.0.0' } };
  expect(isInstalled(wanted, { packages: other })).toBe(false);
});

describe.skipIf(process.platform === 'win32')('redis-py', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rediscope-python-'));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  /** An interpreter that can import redis-py, or cannot. */
  function interpreter(name: string, hasRedis: boolean): string {
    const path = join(folder, name, 'python3');
    mkdirSync(join(folder, name));
    writeFileSync(path, `#!/bin/sh\nexit ${hasRedis ? 0 : 1}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  test('is found behind an interpreter that lacks it', async () => {
    interpreter('first', false);
    const second = interpreter('second', true);
    vi.stubEnv('PYTHON', '');
    vi.stubEnv('PATH', [join(folder, 'first'), join(folder, 'second')].join(delimiter));
    expect(await findRedisPy()).toEqual({ path: second });
  });

  test('is not looked for elsewhere if PYTHON names an interpreter without it', async () => {
    const named = interpreter('named', false);
    interpreter('other', true);
    vi.stubEnv('PYTHON', named);
    vi.stubEnv('PATH', join(folder, 'other'));
    expect(await findRedisPy()).toEqual({
      path: null,
      reason: `PYTHON names ${named}, which cannot import redis`,
    });
  });
});
