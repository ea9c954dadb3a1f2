import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';

it('every panel has a name in both languages before it is loaded', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => existsSync(join(import.meta.dirname, name, 'index.ts')));
  expect(folders).toContain('packed');
  for (const folder of folders) {
    expect(Object.keys(en.panels), folder).toContain(folder);
    expect(Object.keys(zh.panels), folder).toContain(folder);
  }
});
