import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { panelBlurbs } from '../panels/blurbs.ts';
import { searchPanels } from './panel-search.ts';

const folder = join(import.meta.dirname, '../panels');
const panels = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));

it('panels are found by words of both languages and by Redis terms', () => {
  expect(searchPanels(panels, '跳表')).toEqual(['skiplist']);
  expect(searchPanels(panels, 'Skiplist')[0]).toBe('skiplist');
  expect(searchPanels(panels, '压缩列表')).toEqual(['packed']);
  expect(searchPanels(panels, 'REHASH')).toEqual(['dict']);
  expect(searchPanels(panels, '分布式锁')).toEqual(['locks']);
  expect(searchPanels(panels, 'sorted set')).toContain('ladder');
});

it('a panel with the word in its name comes before one that only speaks of it', () => {
  const found = searchPanels(panels, 'script');
  expect([...found].slice(0, 2).sort()).toEqual(['batch', 'script']);
});

it('nothing asked finds all, nonsense finds none', () => {
  expect(searchPanels(panels, '  ')).toEqual(panels);
  expect(searchPanels(panels, 'qqq')).toEqual([]);
});

it('every panel has a line in both languages and a picture for light and dark pages', () => {
  const pictures = join(import.meta.dirname, '../../../public/panels');
  for (const panel of panels) {
    expect(Object.keys(panelBlurbs), panel).toContain(panel);
    for (const theme of ['light', 'dark'])
      expect(existsSync(join(pictures, `${panel}-${theme}.webp`)), `${panel} ${theme}`).toBe(true);
  }
});
