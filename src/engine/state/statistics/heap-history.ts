/**
 * The heap over time: what its size classes held after commands of the past. At most 48 samples are kept. When they are
 * full every second one is dropped and the distance doubles, so that the whole past is covered however long it is.
 *
 * Worked example: after 48 commands there are samples of 1, 2, 3 … 48; the 49th leaves those of 2, 4, 6 … 48, and the
 * next sample is of command 50.
 */
import type { Heap } from '../../base/heap.ts';

const MOST_SAMPLES = 48;

export interface HeapClassSample {
  readonly slotBytes: number;
  readonly liveSlots: number;
  /** Live, freed and never used. */
  readonly slots: number;
}

export interface HeapSample {
  /** How many commands had run. */
  readonly commands: number;
  readonly usedBytes: number;
  readonly slabBytes: number;
  readonly classes: readonly HeapClassSample[];
}

export class HeapHistory {
  samples: HeapSample[] = [];
  commands = 0;
  #distance = 1;
  /** The command after which the next sample is taken. */
  #nextAt = 1;

  /** After every command: nearly always one comparison. */
  note(heap: Heap): void {
    this.commands++;
    if (this.commands === this.#nextAt) this.#sample(heap);
  }

  #sample(heap: Heap): void {
    if (this.samples.length === MOST_SAMPLES) {
      this.samples = this.samples.filter((_, nth) => nth % 2 === 1);
      this.#distance *= 2;
    }
    // The first after a thinning out may fall between two places of the wider grid: it is left out.
    if (this.commands % this.#distance === 0) this.samples.push(sampleOf(heap, this.commands));
    this.#nextAt = (Math.floor(this.commands / this.#distance) + 1) * this.#distance;
  }

  /** The past, and the present as its end. */
  upTo(heap: Heap): readonly HeapSample[] {
    const past = this.samples.at(-1)?.commands === this.commands ? this.samples.slice(0, -1) : this.samples;
    return [...past, sampleOf(heap, this.commands)];
  }
}

function sampleOf(heap: Heap, commands: number): HeapSample {
  return {
    commands,
    usedBytes: heap.usedBytes,
    slabBytes: heap.slabBytes,
    classes: heap.classes().map(({ slotBytes, slotsPerSlab, slabs, liveSlots }) => ({
      slotBytes,
      liveSlots,
      slots: slabs * slotsPerSlab,
    })),
  };
}
