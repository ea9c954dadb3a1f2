/**
 * Holds NOTICE to package.json and to the licences of the installed packages. `RECORD=1` in front of the test writes
 * it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readPackage } from './licenses.ts';
import { expectNoticed, noticed, noticeText } from './notice.ts';

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const notice = () => readFileSync('NOTICE', 'utf8');
const packageOf = (name: string) => readPackage(`node_modules/${name}`);

it('lists every dependency, with the holders and the licence that its package names', () => {
  if (process.env.RECORD === '1') {
    const names = new Set([...Object.keys(dependencies), ...noticed(notice())]);
    writeFileSync('NOTICE', noticeText([...names].map(packageOf)));
  }
  expect(noticed(notice())).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(notice()).toBe(noticeText(noticed(notice()).map(packageOf)));
});

it('names a holder of every work', () => {
  for (const entry of notice().split(/^- /m).slice(1)) expect(entry).toMatch(/copyright/i);
});

it('refuses a bundled package that is not listed, and a licence that is not known', () => {
  const ant = { name: 'ant', version: '1.0.0', license: 'MIT', text: 'Copyright (c) 2020 Ant\n' };
  const text = noticeText([ant]);
  expect(text).toContain('- ant\n  Copyright (c) 2020 Ant\n');
  expect(() => expectNoticed(text, [ant])).not.toThrow();
  expect(() => expectNoticed(text, [ant, { ...ant, name: 'bee' }])).toThrow('does not list bee;');
  expect(() => noticeText([{ ...ant, license: 'GPL-3.0' }])).toThrow('ant is under GPL-3.0');
});
