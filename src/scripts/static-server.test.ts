import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFor } from './static-server.mjs';

const folder = '/srv/site';

test('addresses name files of the folder', () => {
  expect(fileFor(folder, '/')).toBe(join(folder, 'index.html'));
  expect(fileFor(folder, '/assets/a%20b.js?v=1#x')).toBe(join(folder, 'assets/a b.js'));
});

test.each([
  '/../secret',
  '/%2e%2e/secret',
  '/a/../../secret',
  '/..%2fsecret',
  '/../site-of-another/x',
  '/%',
  '/a%00b',
])('%s names nothing', (url) => {
  expect(fileFor(folder, url)).toBeNull();
});
