import { describe, expect, it } from 'vitest';
import { roam, settle } from './roam.ts';
import { type BoxMark, cellBox, type GridMark, gridSize, type Sheet } from './sheet.ts';

const box = (id: string, x: number, y: number, says = true): BoxMark => ({
  id,
  x,
  y,
  width: 20,
  height: 10,
  ...(says ? { says: { head: id } } : {}),
});
const grid: GridMark = {
  id: 'g',
  x: 0,
  y: 100,
  columns: 4,
  count: 10,
  cell: { width: 8, height: 8 },
  gap: 2,
  layers: [],
  says: (cell) => ({ head: String(cell) }),
};
const sheet: Sheet = {
  width: 200,
  height: 200,
  boxes: [box('a', 0, 0), box('b', 40, 0), box('c', 0, 40), box('silent', 20, 20, false)],
  grids: [grid],
};

describe('arrow keys on a sheet', () => {
  it('begin at the first thing with a text', () => {
    expect(roam(sheet, null, 'ArrowDown')).toEqual({ box: 'a' });
    expect(settle(sheet, { box: 'gone' })).toEqual({ box: 'a' });
  });

  it('lead to the nearest thing in their direction and skip those without a text', () => {
    expect(roam(sheet, { box: 'a' }, 'ArrowRight')).toEqual({ box: 'b' });
    expect(roam(sheet, { box: 'a' }, 'ArrowDown')).toEqual({ box: 'c' });
    expect(roam(sheet, { box: 'b' }, 'ArrowLeft')).toEqual({ box: 'a' });
    expect(roam(sheet, { box: 'b' }, 'ArrowUp')).toEqual({ box: 'b' });
  });

  it('walk through a grid cell by cell, into it and out of it', () => {
    expect(roam(sheet, { box: 'c' }, 'ArrowDown')).toEqual({ grid: 'g', cell: 1 });
    expect(roam(sheet, { grid: 'g', cell: 1 }, 'ArrowDown')).toEqual({ grid: 'g', cell: 5 });
    expect(roam(sheet, { grid: 'g', cell: 3 }, 'ArrowRight')).toEqual({ grid: 'g', cell: 3 });
    expect(roam(sheet, { grid: 'g', cell: 2 }, 'ArrowUp')).toEqual({ box: 'c' });
    expect(roam(sheet, { grid: 'g', cell: 0 }, 'End')).toEqual({ grid: 'g', cell: 9 });
  });
});

it('cells lie where the grid says', () => {
  expect(cellBox(grid, 5)).toEqual({ x: 10, y: 110, width: 8, height: 8 });
  expect(gridSize(grid)).toEqual({ width: 38, height: 28 });
});
