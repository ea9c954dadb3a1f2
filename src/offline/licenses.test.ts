import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { licensesText, packageFolderOf, readPackage } from './licenses.ts';

it('knows the package of a file, also inside another package and with a query', () => {
  expect(packageFolderOf('/site/node_modules/react/index.js')).toBe('/site/node_modules/react');
  expect(packageFolderOf('\0/site/node_modules/@a/b/c.css?used')).toBe('/site/node_modules/@a/b');
  expect(packageFolderOf('/site/node_modules/a/node_modules/b/c.js')).toBe(
    '/site/node_modules/a/node_modules/b',
  );
  expect(packageFolderOf('/site/src/ui/main.tsx')).toBeNull();
});

it('reads the text of a licence, and refuses a package without one', () => {
  const font = readPackage('node_modules/@fontsource-variable/inter');
  expect(font.license).toBe('OFL-1.1');
  expect(font.text).toContain('SIL Open Font License');
  expect(existsSync('src/package.json')).toBe(false);
  expect(() => readPackage('src')).toThrow();
});

it('puts our own first and the others in the order of their names', () => {
  const text = licensesText('MIT License', [
    { name: 'zebra', version: '2.0.0', license: 'ISC', text: 'ISC text\n' },
    { name: 'ant', version: '1.0.0', license: 'MIT', text: 'MIT text\n' },
  ]);
  const order = ['Rediscope', 'MIT License', 'ant 1.0.0 (MIT)', 'MIT text', 'zebra 2.0.0 (ISC)', 'ISC text'];
  expect(order.map((part) => text.indexOf(part))).toEqual(
    order.map((part) => text.indexOf(part)).sort((a, b) => a - b),
  );
  expect(order.every((part) => text.includes(part))).toBe(true);
});
