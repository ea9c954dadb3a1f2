import { describe, expect, it } from 'vitest';
import { bytesOf, latin1 } from './bytes.ts';
import { addressOf, Heap, placeOf, sizeClass } from './heap.ts';
import { Random } from './random.ts';

describe('worked example', () => {
  it('gives the key "k" a slot of 8 and its entry one of 32, each in an arena of its own', () => {
    const heap = new Heap();
    expect(addressOf(heap.takeWith(bytesOf('k'), 3)).toString(16)).toBe('7f0000000000');
    expect(heap.allocate(24).toString(16)).toBe('7f0080000000');
    expect(heap.usedBytes).toBe(40);
    // The next key lies beside the first one, the next entry beside the other.
    expect(addressOf(heap.takeWith(bytesOf('k2'), 4)).toString(16)).toBe('7f0000000008');
    expect(heap.allocate(24).toString(16)).toBe('7f0080000020');
    // Another class has another slab.
    expect(heap.allocate(64).toString(16)).toBe('7f0080001000');
  });
});

describe('sizeClass', () => {
  it('knows the classes of jemalloc', () => {
    const classes = new Set<number>();
    for (let size = 0; size <= 20480; size++) classes.add(sizeClass(size));
    expect([...classes]).toEqual([
      8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024, 1280,
      1536, 1792, 2048, 2560, 3072, 3584, 4096, 5120, 6144, 7168, 8192, 10240, 12288, 14336, 16384, 20480,
    ]);
  });

  it('never gives less than was asked, and is its own fixed point', () => {
    for (let size = 1; size < 2 ** 40; size = Math.ceil(size * 1.0007)) {
      const usable = sizeClass(size);
      expect(usable).toBeGreaterThanOrEqual(size);
      expect(sizeClass(usable)).toBe(usable);
      expect(sizeClass(usable + 1)).toBeGreaterThan(usable);
    }
    expect(sizeClass(2 ** 31)).toBe(2 ** 31);
    expect(sizeClass(2 ** 31 + 1)).toBe(2 ** 31 + 2 ** 29);
  });
});

describe('Heap', () => {
  it('reuses the slot freed last', () => {
    const heap = new Heap();
    const [a, b] = [heap.allocate(40), heap.allocate(40), heap.allocate(40)];
    heap.free(a, 40);
    heap.free(b, 48);
    expect(heap.allocate(33)).toBe(b);
    expect(heap.allocate(48)).toBe(a);
  });

  it('keeps the peak and counts slots by class', () => {
    const heap = new Heap();
    const a = heap.allocate(100);
    heap.allocate(1);
    heap.free(a, 100);
    expect(heap.usedBytes).toBe(8);
    expect(heap.peakBytes).toBe(120);
    expect(heap.classes().map((each) => [each.slotBytes, each.liveSlots, each.slabs])).toEqual([
      [8, 1, 1],
      [112, 0, 1],
    ]);
  });

  it('reallocates in place within a class only', () => {
    const heap = new Heap();
    const a = heap.allocate(33);
    expect(heap.reallocate(a, 33, 48)).toBe(a);
    expect(heap.reallocate(a, 48, 49)).not.toBe(a);
    expect(heap.usedBytes).toBe(64);
  });

  it('converts places and addresses', () => {
    const heap = new Heap();
    const place = heap.take(24);
    expect(placeOf(addressOf(place))).toBe(place);
    heap.free(addressOf(place), 24);
    expect(heap.take(24)).toBe(place);
  });

  it('keeps the bytes of every live slot of the first arena, however it grows', () => {
    const seed = 7;
    const random = new Random(seed).stream('store');
    const heap = new Heap();
    const live: { place: number; text: string }[] = [];
    for (let step = 0; step < 10_000; step++) {
      if (live.length === 0 || random.below(3) > 0) {
        const text = latin1(random.bytes(random.below(random.below(50) === 0 ? 3000 : 60)));
        live.push({ place: heap.takeWith(bytesOf(text), text.length + 2), text });
      } else {
        const [gone] = live.splice(random.below(live.length), 1);
        heap.give(gone.place, gone.text.length + 2);
      }
    }
    for (const { place, text } of live) {
      expect(latin1(heap.read(place, text.length)), `seed ${seed}`).toBe(text);
      expect(heap.holds(place, bytesOf(text))).toBe(true);
      expect(heap.holds(place, bytesOf(`${text.slice(0, -1)}${text.endsWith('x') ? 'y' : 'x'}`))).toBe(false);
      heap.give(place, text.length + 2);
    }
    expect(heap.usedBytes).toBe(0);
  });

  it('never lets two live allocations overlap, and ends empty', () => {
    const seed = 20240111;
    const random = new Random(seed).stream('heap');
    const heap = new Heap();
    const live: { address: number; size: number }[] = [];
    let used = 0;
    for (let step = 0; step < 10_000; step++) {
      if (live.length === 0 || random.below(5) < 3) {
        const size = random.below(10) === 0 ? random.below(200_000) : random.below(300);
        live.push({ address: heap.allocate(size), size });
        used += sizeClass(size);
      } else {
        const [gone] = live.splice(random.below(live.length), 1);
        heap.free(gone.address, gone.size);
        used -= sizeClass(gone.size);
      }
      expect(heap.usedBytes, `seed ${seed} step ${step}`).toBe(used);
      if (step % 500 === 0) {
        const sorted = [...live].sort((a, b) => a.address - b.address);
        for (let index = 1; index < sorted.length; index++) {
          const before = sorted[index - 1];
          expect(before.address + sizeClass(before.size), `seed ${seed} step ${step}`).toBeLessThanOrEqual(
            sorted[index].address,
          );
        }
      }
    }
    for (const { address, size } of live) heap.free(address, size);
    expect(heap.usedBytes).toBe(0);
    expect(heap.peakBytes).toBeGreaterThan(0);
  });
});

describe('slabs', () => {
  const slotsPerSlab = 4096 / 32;

  /** Three slabs of 32-byte slots, of which `frees` says whether the nth allocation is freed. */
  function freed(frees: (nth: number) => boolean): Heap {
    const heap = new Heap();
    const addresses = Array.from({ length: 3 * slotsPerSlab }, () => heap.allocate(32));
    // Another class takes pages in between.
    heap.allocate(64);
    for (const [nth, address] of addresses.entries()) if (frees(nth)) heap.free(address, 32);
    return heap;
  }

  it('are all half full when every second slot was freed', () => {
    expect(freed((nth) => nth % 2 === 0).fills(32)).toEqual([64, 64, 64]);
  });

  it('are full or empty when neighbours were freed', () => {
    expect(freed((nth) => nth < 2 * slotsPerSlab).fills(32)).toEqual([0, 0, 128]);
  });

  it('count only the slots that were touched', () => {
    const heap = freed(() => false);
    heap.allocate(32);
    expect(heap.fills(32)).toEqual([128, 128, 128, 1]);
    expect(heap.fills(64)).toEqual([1]);
    expect(heap.fills(48)).toEqual([]);
  });

  it('add up to the live slots, whatever happens', () => {
    const random = new Random(7).stream('slabs');
    const heap = new Heap();
    const live: { address: number; sizeBytes: number }[] = [];
    for (let round = 0; round < 5000; round++) {
      if (live.length > 0 && random.below(5) < 2) {
        const [{ address, sizeBytes }] = live.splice(random.below(live.length), 1);
        heap.free(address, sizeBytes);
      } else {
        const sizeBytes = 1 + random.below(300);
        live.push({ address: heap.allocate(sizeBytes), sizeBytes });
      }
    }
    for (const { slotBytes, slabs, liveSlots } of heap.classes()) {
      const fills = heap.fills(slotBytes);
      expect(fills).toHaveLength(slabs);
      expect(fills.reduce((sum, fill) => sum + fill, 0)).toBe(liveSlots);
    }
  });
});
