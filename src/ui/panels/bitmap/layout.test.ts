import { describe, expect, it } from 'vitest';
import recorded from '../../gallery/recorded/bitmap.json';
import { problemsIn, scenesOf } from '../../gallery/scenes.ts';
import type { Recorded } from '../../gallery/story.ts';
import { accessibleBitmap } from './describe.ts';
import { layoutBitmap } from './layout.ts';
import { linesFor } from './lines.ts';
import { narrateBitmap } from './narrate.ts';

const stories = recorded as unknown as Record<string, Recorded>;
const scenes = (id: string) => scenesOf<'bitmap'>(stories[id]);
const size = { width: 900, height: 400 };
const at = (id: string, step: string, nth = 0) =>
  scenes(id).filter((scene) => scene.step?.type === step)[nth];
const last = (id: string) => scenes(id).at(-1)!;
const boxesOf = (scene: ReturnType<typeof last>, width = 900) =>
  layoutBitmap(scene, { ...size, width }, 'en').boxes;
const textOf = (boxes: ReturnType<typeof boxesOf>, prefix: string) =>
  boxes
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ texts }) => texts![0].text)
    .join('');

describe('the sheet of a bitmap', () => {
  it.each(Object.keys(stories))('has room for everything, narrow and wide: %s', (id) => {
    const all = scenes(id);
    for (const scene of all.length > 12 ? [...all.slice(0, 3), ...all.slice(-9)] : all) {
      for (const width of [300, 390, 900, 1400]) {
        for (const language of ['en', 'zh'] as const) {
          expect(problemsIn(layoutBitmap(scene, { ...size, width }, language)), `${width}`).toEqual([]);
        }
      }
    }
  });

  it('begins with the highest bit of the first byte', () => {
    const boxes = boxesOf(last('bitmap-set'));
    // "hello" without the bit that was cleared in its e.
    expect(textOf(boxes, 'bit:').slice(0, 16)).toBe('0110100001000101');
    expect(
      boxesOf(at('bitmap-set', 'bits.set'))
        .filter(({ hot }) => hot)
        .map(({ id }) => id),
    ).toEqual(['bit:10']);
  });

  it('breaks lines after one, two, four or eight bytes', () => {
    expect([140, 300, 600, 900, 1400].map((width) => linesFor(width).bytesInLine)).toEqual([1, 2, 2, 4, 8]);
  });

  it('underlines the range of BITCOUNT, bit by bit', () => {
    const scene = at('bitmap-count', 'bits.count');
    const boxes = boxesOf(scene);
    const bit = (offset: number) => boxes.find(({ id }) => id === `bit:${offset}`)!;
    const lines = boxes.filter(({ id }) => id.startsWith('range:'));
    expect(lines).toHaveLength(1);
    expect(lines[0].x).toBe(bit(5).x);
    expect(lines[0].x + lines[0].width).toBe(bit(27).x + bit(27).width);
    expect(boxes.filter(({ hot }) => hot).map(({ id }) => id)).toEqual(['bit:5', 'bit:6', 'bit:7']);
    expect(bit(4).tone).toBe('plain');
    expect(bit(5).tone).toBe('old');
  });

  it('frames the fields of BITFIELD around their bits, with type and value', () => {
    const sheet = layoutBitmap(last('bitmap-fields'), size, 'en');
    const frame = sheet.boxes.find(({ id }) => id === 'field:1:0')!;
    const bits = [8, 12].map((offset) => sheet.boxes.find(({ id }) => id === `bit:${offset}`)!);
    expect(frame.x).toBeLessThan(bits[0].x);
    expect(frame.x + frame.width).toBeGreaterThan(bits[1].x + bits[1].width);
    expect(sheet.labels!.filter(({ id }) => id.startsWith('field:')).map(({ text }) => text)).toEqual([
      ...['u8 = 4', 'i5 = 15', 'u12 = 1000', 'u4 = 0'],
    ]);
    expect(sheet.boxes.filter(({ id }) => id.startsWith('work:')).map(({ tone }) => tone)).toEqual([
      ...['meta', 'meta', 'bad', 'meta'],
    ]);
  });

  it('puts the sources of BITOP above the result, column over column', () => {
    const scene = at('bitmap-and', 'bits.combine', 1);
    const boxes = boxesOf(scene);
    const sources = [0, 1, 2].map((row) => textOf(boxes, `source:${row}:`));
    const outcome = textOf(boxes, 'bit:');
    expect(outcome.slice(16)).toBe('·'.repeat(24));
    for (let bit = 0; bit < 16; bit++) {
      expect(outcome[bit]).toBe(sources.every((source) => source[bit] === '1') ? '1' : '0');
    }
    const column = (id: string) => boxes.find((box) => box.id === id)!.x;
    expect(column('source:2:13')).toBe(column('bit:13'));
    expect(boxes.filter(({ hot }) => hot)).toHaveLength(8 * 4);
    // The second source ends after three bytes.
    expect(boxes.find(({ id }) => id === 'source:1:24')!.tone).toBe('ghost');
  });

  it('shows where the ones lie in a string that is drawn only in part', () => {
    const scene = at('bitmap-large', 'bits.set');
    const boxes = boxesOf(scene);
    const stretches = boxes.filter(({ id }) => id.startsWith('stretch:'));
    expect(stretches).toHaveLength(scene.view.density.length);
    // The window lies across a border.
    expect(stretches.filter(({ tone }) => tone === 'old').map(({ says }) => says!.head)).toEqual([
      ...['bytes 59,915 to 62,519', 'bytes 62,520 to 65,124'],
    ]);
    expect(textOf(boxes, 'bit:')).toHaveLength(64 * 8);
  });

  it('has a bit for the zero that BITPOS finds after the end', () => {
    const scene = at('bitmap-position', 'bits.found');
    const { view, step } = scene;
    const beyond = { ...scene, step: { ...step!, offset: view.length * 8, isBeyond: true } as typeof step };
    expect(boxesOf(beyond).find(({ hot }) => hot)).toMatchObject({
      id: `bit:${view.length * 8}`,
      tone: 'ghost',
    });
  });
});

describe('the words of a bitmap', () => {
  it('have a sentence for every step in both languages', () => {
    for (const id of Object.keys(stories)) {
      for (const { step, view } of scenes(id)) {
        if (step === null || !step.type.startsWith('bits.')) continue;
        for (const language of ['en', 'zh'] as const) {
          expect(narrateBitmap(step, view, language), step.type).toMatch(/[.。]$/);
        }
      }
    }
  });

  it('describe every byte, and what was done', () => {
    const rows = accessibleBitmap(last('bitmap-not').view, 'en').rows;
    const text = (id: string) => rows.find((row) => row.id === id)!.text;
    expect(text('source:0')).toBe('00001111 10100101 00000000');
    expect(text('result')).toBe('11110000 01011010 11111111');
    expect(text('byte:0')).toBe('11110000');
  });
});
