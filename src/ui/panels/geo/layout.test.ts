import { describe, expect, it } from 'vitest';
import type { GeoView } from '../../../protocol/views.ts';
import recorded from '../../gallery/recorded/geo.json';
import { scenesOf } from '../../gallery/scenes.ts';
import type { Size } from '../stage/sheet.ts';
import { cutAt } from './bits.ts';
import { cameraOn, wholeWorld } from './camera.ts';
import { rungsOf } from './ladder.ts';
import { layoutGeo, lookAt } from './layout.ts';

const size: Size = { width: 720, height: 360 };
const world = cameraOn(wholeWorld, size, 1);
const plain = { cuts: 2, curve: false, chosen: null, showsCell: true };

const scenes = (name: keyof typeof recorded) => scenesOf<'geo'>(recorded[name]);
const last = (name: keyof typeof recorded): GeoView => scenes(name).at(-1)!.view;

describe('the grid', () => {
  it('of two cuts has sixteen cells, each with its code where it lies', () => {
    const marks = layoutGeo(last('geo-cut'), null, null, world, size, plain);
    expect(marks.codes).toHaveLength(16);
    const at = (code: string) => marks.codes.find(({ text }) => text === code)!;
    // Neighbours in number, but one in the top row and one in the bottom row.
    expect(at('0111').x).toBeLessThan(at('1000').x);
    expect(at('0111').y).toBeLessThan(90);
    expect(at('1000').y).toBeGreaterThan(270);
    expect(at('1101').y).toBe(at('0111').y);
  });

  it('is drawn no finer than visible', () => {
    const marks = layoutGeo(last('geo-cut'), null, null, world, size, { ...plain, cuts: 26 });
    expect(marks.cuts).toBeLessThan(6);
    expect(marks.codes).toEqual([]);
  });

  it('has a line through its cells in the order of their codes', () => {
    const marks = layoutGeo(last('geo-cut'), null, null, world, size, { ...plain, curve: true });
    expect(marks.curve!.match(/[ML]/g)).toHaveLength(16);
    expect(marks.curve!.match(/M/g)).toHaveLength(1);
  });
});

describe('a cut', () => {
  it('keeps the half with the place, and the camera follows', () => {
    const places = scenes('geo-cut').flatMap(({ step }) => step ?? []);
    for (let nth = 0; nth < 52; nth++) {
      const cut = cutAt(places[nth], places.slice(0, nth))!;
      const camera = lookAt(last('geo-cut'), cut, size);
      const { focus } = layoutGeo(last('geo-cut'), places[nth], cut, camera, size, plain);
      if (focus?.kind !== 'cut') throw new Error('a cut is to be shown');
      const share = (focus.kept.width * focus.kept.height) / (focus.box.width * focus.box.height);
      expect(share).toBeCloseTo(0.5, 3);
      expect(cut.kept.longitudeMin).toBeLessThanOrEqual(116.37);
      expect(cut.kept.longitudeMax).toBeGreaterThan(116.37);
      expect(cut.kept.latitudeMin).toBeLessThanOrEqual(39.86);
      expect(cut.kept.latitudeMax).toBeGreaterThan(39.86);
    }
  });
});

describe('a search', () => {
  it('has nine cells around its centre, and points inside the circle for the places found', () => {
    const view = last('geo-circle');
    const camera = lookAt(view, null, size);
    const marks = layoutGeo(view, null, null, camera, size, plain);
    expect(marks.cells).toHaveLength(9);
    expect(marks.members.filter(({ found }) => found).map(({ member }) => member)).toEqual(
      expect.arrayContaining(['Palermo', 'Catania', 'Valletta']),
    );
    const center = marks.cells.find(({ position }) => position === 'center')!;
    const north = marks.cells.find(({ position }) => position === 'north')!;
    expect(north.y + north.height).toBeCloseTo(center.y, 6);
    expect(marks.center!.x).toBeGreaterThan(center.x);
  });

  it('goes on beyond the date line', () => {
    const view = last('geo-box');
    const marks = layoutGeo(view, null, null, lookAt(view, null, size), size, plain);
    const center = marks.cells.find(({ position }) => position === 'center')!;
    const east = marks.cells.find(({ position }) => position === 'east')!;
    expect(east.x).toBeCloseTo(center.x + center.width, 6);
  });

  it('orders its ranges by score and shows gaps between them', () => {
    const rungs = rungsOf(last('geo-circle').search!);
    const begins = rungs.map(({ cell }) => Number(cell.minScore));
    expect([...begins].sort((a, b) => a - b)).toEqual(begins);
    for (let nth = 1; nth < rungs.length; nth++) {
      expect(rungs[nth].gapBefore).toBe(rungs[nth].cell.minScore !== rungs[nth - 1].cell.maxScore);
    }
  });
});

describe('many places', () => {
  it('get labels only where there is room', () => {
    const { members } = layoutGeo(last('geo-many'), null, null, world, size, { ...plain, chosen: 'car:4' });
    expect(members.length).toBe(200);
    expect(members.filter(({ label }) => label !== null).length).toBeLessThan(60);
    expect(members.find(({ chosen }) => chosen)!.label).toBe('car:4');
    const { members: few } = layoutGeo(last('geo-circle'), null, null, world, size, plain);
    expect(few.filter(({ label }) => label === null).length).toBeGreaterThan(0);
    const camera = lookAt(last('geo-circle'), null, size);
    const { members: near } = layoutGeo(last('geo-circle'), null, null, camera, size, plain);
    expect(near.every(({ label }) => label !== null)).toBe(true);
  });
});
