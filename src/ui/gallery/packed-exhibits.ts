/** The panel of packed bytes in its states. What an engine answered is kept in packed-recorded.json. */
import type { ByteSpan } from '../../protocol/packed-bytes.ts';
import type { Step } from '../../protocol/steps.ts';
import {
  type PackedEntryView,
  type PackedTarget,
  type PackedView,
  packedWindowBytes,
} from '../../protocol/views-packed.ts';
import type { Hanging } from './exhibits.ts';
import type { Exhibit } from './gallery-link.ts';
import recorded from './packed-recorded.json';
import { type Recorded, revive } from './story.ts';

export type PackedStory = keyof typeof recorded;

/** What an engine showed during one command, moment by moment. */
export function packedStory(name: PackedStory): readonly { step: Step | null; view: PackedView }[] {
  const { views, moments }: Recorded = recorded[name];
  const revived = views.map((view) => revive(view) as PackedView);
  return moments.map(({ step, view }) => ({ step: step as Step | null, view: revived[view] }));
}

function story(name: PackedStory): Exhibit {
  const moments = packedStory(name);
  return { steps: moments.map(({ step }) => step), view: (moment) => moments[moment].view };
}

/** The first moment with a step of this type. */
function momentOf(name: PackedStory, type: Step['type']): number {
  return packedStory(name).findIndex(({ step }) => step?.type === type);
}

export const noPacked: PackedView = {
  kind: 'packed',
  db: 0,
  key: null,
  keyBytes: null,
  value: null,
  keys: [],
  moreKeys: 0,
};

const hugeEntries = 20_000;
const headerBytes = 6;

/** A listpack of numbers too long for one look; only the window is made, as the engine would. */
export function hugePacked(target: PackedTarget): PackedView {
  // Every number is written as 16 bits: encoding, two bytes of data, backlen.
  const sizeBytes = 4;
  const totalBytes = headerBytes + hugeEntries * sizeBytes + 1;
  const first = Math.max(0, Math.floor(((target.from ?? 0) - headerBytes) / sizeBytes));
  const from = first === 0 ? 0 : headerBytes + first * sizeBytes;
  const until = Math.min(totalBytes, from + packedWindowBytes);
  const bytes = new Uint8Array(until - from);
  const spans: ByteSpan[] = [];
  const entries: PackedEntryView[] = [];
  const write = (offset: number, ...values: number[]) => {
    for (const [nth, value] of values.entries()) if (offset + nth < until) bytes[offset + nth - from] = value;
  };
  if (from === 0) {
    write(0, ...[0, 8, 16, 24].map((shift) => (totalBytes >>> shift) & 0xff));
    write(4, hugeEntries & 0xff, hugeEntries >>> 8);
    spans.push({ role: 'total-bytes', offset: 0, sizeBytes: 4, entry: -1, value: String(totalBytes) });
    spans.push({ role: 'length', offset: 4, sizeBytes: 2, entry: -1, value: String(hugeEntries) });
  }
  for (let index = first; index < hugeEntries; index++) {
    const offset = headerBytes + index * sizeBytes;
    if (offset >= until) break;
    const number = 5000 + index;
    write(offset, 0xf1, number & 0xff, number >>> 8, 3);
    const value = String(number);
    spans.push({ role: 'encoding', offset, sizeBytes: 1, entry: index, value: 'int16' });
    spans.push({ role: 'data', offset: offset + 1, sizeBytes: 2, entry: index, value });
    spans.push({ role: 'backlen', offset: offset + 3, sizeBytes: 1, entry: index, value: '3' });
    entries.push({ index, part: 'element', offset, sizeBytes, encoding: 'int16', value, prevlen: null });
  }
  const name = new TextEncoder().encode('numbers');
  return {
    ...noPacked,
    key: 'numbers',
    keyBytes: name,
    keys: [{ key: 'numbers', keyBytes: name, type: 'list', encoding: 'quicklist' }],
    value: {
      type: 'list',
      encoding: 'quicklist',
      packedEncoding: 'listpack',
      address: 0x7f00_8000_0010,
      elements: hugeEntries,
      memoryBytes: 98_416,
      limits: [],
      block: {
        format: 'listpack',
        address: 0x7f00_9000_0000,
        allocationBytes: 81_920,
        totalBytes,
        from,
        bytes,
        spans,
        entries,
        length: hugeEntries,
      },
      nodes: {
        address: 0x7f00_8000_0040,
        total: 1,
        from: 0,
        nodes: [
          {
            index: 0,
            address: 0x7f00_8000_0080,
            format: 'listpack',
            count: hugeEntries,
            sizeBytes: totalBytes,
            storedBytes: totalBytes,
          },
        ],
        chosen: 0,
        fill: -5,
        compressDepth: 0,
      },
    },
  };
}

const titles = {
  insert: { en: 'Packed bytes, a hash gets a field', zh: '紧凑编码：哈希加一个字段' },
  sorted: { en: 'Packed bytes, a ziplist is inserted into', zh: '紧凑编码：往 ziplist 中间插入' },
  delete: { en: 'Packed bytes, a field is deleted', zh: '紧凑编码：删掉一个字段' },
  cascade: { en: 'Packed bytes, a cascade', zh: '紧凑编码：连锁更新' },
  upgrade: { en: 'Packed bytes, an intset gets wider', zh: '紧凑编码：intset 升级' },
  conversion: { en: 'Packed bytes, no longer packed', zh: '紧凑编码：转为哈希表' },
  nodes: { en: 'Packed bytes, the nodes of a list', zh: '紧凑编码：列表的节点' },
} as const;

const shownAt: Readonly<Record<PackedStory, Step['type']>> = {
  insert: 'packed.insert',
  sorted: 'packed.insert',
  delete: 'packed.delete',
  cascade: 'packed.cascade',
  upgrade: 'intset.upgrade',
  conversion: 'object.encoding',
  nodes: 'quicklist.split',
};

const still = (view: PackedView | null): Exhibit => ({ steps: [null, null], view: () => view });

export const packedHangings: readonly Hanging[] = [
  {
    id: 'packed-empty',
    panel: 'packed',
    title: { en: 'Packed bytes, nothing to show', zh: '紧凑编码：没有内容' },
    exhibit: still(noPacked),
    moment: 1,
  },
  ...(Object.keys(titles) as PackedStory[]).map((name) => ({
    id: `packed-${name}`,
    panel: 'packed',
    title: titles[name],
    exhibit: story(name),
    moment: momentOf(name, shownAt[name]),
  })),
  {
    id: 'packed-huge',
    panel: 'packed',
    title: { en: 'Packed bytes, twenty thousand entries', zh: '紧凑编码：两万个 entry' },
    exhibit: {
      steps: [null, null],
      view: (_, target) => (target.kind === 'packed' ? hugePacked(target) : null),
    },
    moment: 1,
  },
];
