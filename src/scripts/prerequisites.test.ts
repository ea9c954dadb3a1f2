import { expect, test } from 'vitest';
import { isInstalled } from './prerequisites.mjs';

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
