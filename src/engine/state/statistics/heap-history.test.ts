import { describe, expect, it } from 'vitest';
import { Heap } from '../../base/heap.ts';
import { HeapHistory } from './heap-history.ts';

function historyAfter(commands: number): HeapHistory {
  const heap = new Heap();
  const history = new HeapHistory();
  for (let nth = 0; nth < commands; nth++) {
    heap.allocate(24);
    history.note(heap);
  }
  return history;
}

const range = (from: number, to: number, distance: number) =>
  Array.from({ length: Math.floor((to - from) / distance) + 1 }, (_, nth) => from + nth * distance);

describe('the heap over time', () => {
  it('keeps every command at first', () => {
    expect(historyAfter(48).samples.map(({ commands }) => commands)).toEqual(range(1, 48, 1));
  });

  it('drops every second sample when it is full', () => {
    expect(historyAfter(49).samples.map(({ commands }) => commands)).toEqual(range(2, 48, 2));
    expect(historyAfter(50).samples.map(({ commands }) => commands)).toEqual(range(2, 50, 2));
  });

  it('covers a long past with few samples, evenly', () => {
    const commands = historyAfter(100_000).samples.map((sample) => sample.commands);
    expect(commands.length).toBeLessThanOrEqual(48);
    expect(commands.length).toBeGreaterThan(20);
    const distances = new Set(commands.slice(1).map((each, nth) => each - commands[nth]));
    expect(distances.size).toBe(1);
    expect(commands.at(-1)).toBeGreaterThan(90_000);
  });

  it('says what each class held then, and ends with the present', () => {
    const heap = new Heap();
    const history = new HeapHistory();
    const place = heap.allocate(24);
    history.note(heap);
    heap.free(place, 24);
    const [now] = history.upTo(heap);
    const [then] = history.samples;
    expect(then).toMatchObject({
      commands: 1,
      usedBytes: 32,
      classes: [{ slotBytes: 32, liveSlots: 1, slots: 128 }],
    });
    expect(now).toMatchObject({
      commands: 1,
      usedBytes: 0,
      slabBytes: 4096,
      classes: [{ slotBytes: 32, liveSlots: 0 }],
    });
  });
});
