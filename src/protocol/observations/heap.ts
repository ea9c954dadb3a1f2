/** The heap: what its size classes hold. */
import type { MemoryClassView } from '../views.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const given = 'SET user:{1..300} x\nDEL user:{1..280}';

/** A class that has no slab yet holds nothing. */
function classOf(engine: EngineReader, slotBytes: number): MemoryClassView | null {
  const view = engine.view({ kind: 'memory', db: 0, count: 0 });
  return view?.classes.find((each) => each.slotBytes === slotBytes) ?? null;
}

export const heapObservations = [
  observation({
    path: 'heap.class(<slotBytes>).live',
    value: 'number',
    zh: ({ slotBytes }) => `${slotBytes} 字节的格子在用的个数`,
    en: ({ slotBytes }) => `slots of ${slotBytes} bytes in use`,
    note: 'null before the first of that class',
    example: { given, path: 'heap.class(32).live' },
    read: (engine, { slotBytes }) => classOf(engine, slotBytes)?.liveSlots ?? null,
  }),
  observation({
    path: 'heap.class(<slotBytes>).freed',
    value: 'number',
    zh: ({ slotBytes }) => `${slotBytes} 字节的格子已释放的个数`,
    en: ({ slotBytes }) => `freed slots of ${slotBytes} bytes`,
    note: 'freed, and waiting to be used again',
    example: { given, path: 'heap.class(32).freed' },
    read: (engine, { slotBytes }) => classOf(engine, slotBytes)?.freedSlots ?? null,
  }),
  observation({
    path: 'heap.class(<slotBytes>).slabs',
    value: 'number',
    zh: ({ slotBytes }) => `${slotBytes} 字节这一类的 slab`,
    en: ({ slotBytes }) => `slabs of ${slotBytes}-byte slots`,
    example: { given, path: 'heap.class(32).slabs' },
    read: (engine, { slotBytes }) => classOf(engine, slotBytes)?.slabs ?? null,
  }),
  observation({
    path: 'heap.class(<slotBytes>).emptySlabs',
    value: 'number',
    zh: ({ slotBytes }) => `${slotBytes} 字节这一类的空 slab`,
    en: ({ slotBytes }) => `empty slabs of ${slotBytes}-byte slots`,
    note: 'without a slot in use',
    example: { given, path: 'heap.class(32).emptySlabs' },
    read: (engine, { slotBytes }) => classOf(engine, slotBytes)?.emptySlabs ?? null,
  }),
];
