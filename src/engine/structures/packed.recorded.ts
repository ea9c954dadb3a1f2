/**
 * A few values recorded from the real server, for tests: the elements, in order, and the DUMP of both generations (with
 * rdbcompression no). A DUMP is a type byte, the value, two bytes of RDB version and eight of CRC-64; the value of a
 * packed type is one string, that of a list a count and its nodes.
 */
import { bytesOf } from '../base/bytes.ts';
import recorded from './packed.recorded.json' with { type: 'json' };

export type RecordedGeneration = '7.0' | '6.2';

export interface Recorded {
  readonly name: string;
  readonly elements: readonly Uint8Array[];
  /** For lists: the commands without the key; one RPUSH where none are given. */
  readonly commands: readonly (readonly Uint8Array[])[];
  readonly dump: Uint8Array;
}

interface Row {
  readonly name: string;
  readonly kind: string;
  readonly elements: readonly string[];
  readonly 'elements6.2'?: readonly string[];
  readonly commands?: readonly (readonly string[])[];
  readonly dumps: Readonly<Record<RecordedGeneration, string>>;
}

export const recordedHashes = (generation: RecordedGeneration) => recordedOf('hash', generation);
export const recordedSortedSets = (generation: RecordedGeneration) => recordedOf('zset', generation);
export const recordedSets = (generation: RecordedGeneration) => recordedOf('set', generation);
export const recordedLists = (generation: RecordedGeneration) => recordedOf('list', generation);

function recordedOf(kind: string, generation: RecordedGeneration): Recorded[] {
  return (recorded as readonly Row[])
    .filter((row) => row.kind === kind)
    .map((row) => {
      // 6.2 keeps the score -0 as it is printed; 7.0 as the integer 0.
      const texts = (generation === '6.2' ? row['elements6.2'] : undefined) ?? row.elements;
      const commands = row.commands ?? [['RPUSH', ...texts]];
      return {
        name: row.name,
        elements: texts.map(bytesOf),
        commands: commands.map((words) => words.map(bytesOf)),
        dump: fromHex(row.dumps[generation]),
      };
    });
}

export function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  );
}

/** A node of a list in a DUMP: its bytes as saved, packed or (7.0 only) plain, perhaps LZF-compressed. */
export interface DumpedNode {
  readonly plain: boolean;
  readonly bytes: Uint8Array;
  /** Length before compression; -1 for a string that was saved as it is. */
  readonly rawBytes: number;
}

const LIST_QUICKLIST = 14;
const LIST_QUICKLIST_2 = 18;

/** The one string that a packed hash, sorted set or set is in a DUMP. */
export function blobOf(dump: Uint8Array): Uint8Array {
  return new DumpReader(dump, 1).string().bytes;
}

export function nodesOf(dump: Uint8Array): DumpedNode[] {
  const reader = new DumpReader(dump, 1);
  const nodes: DumpedNode[] = [];
  for (let left = reader.length(); left > 0; left--) {
    const plain = dump[0] === LIST_QUICKLIST_2 && reader.length() === 1;
    nodes.push({ plain, ...reader.string() });
  }
  return nodes;
}

/** The packed blobs of a DUMP, whatever its type: one per node of a list. */
export function blobsOf(dump: Uint8Array): Uint8Array[] {
  if (dump[0] === LIST_QUICKLIST || dump[0] === LIST_QUICKLIST_2)
    return nodesOf(dump).map(({ bytes }) => bytes);
  return [blobOf(dump)];
}

/** Lengths and strings as RDB writes them. */
class DumpReader {
  private readonly dump: Uint8Array;
  private at: number;

  constructor(dump: Uint8Array, at: number) {
    this.dump = dump;
    this.at = at;
  }

  length(): number {
    const first = this.dump[this.at++];
    switch (first >> 6) {
      case 0:
        return first & 0x3f;
      case 1:
        return ((first & 0x3f) << 8) | this.dump[this.at++];
      default: {
        let value = 0;
        for (let index = 0; index < 4; index++) value = value * 256 + this.dump[this.at++];
        return value;
      }
    }
  }

  string(): { bytes: Uint8Array; rawBytes: number } {
    const isCompressed = this.dump[this.at] === 0xc3;
    if (isCompressed) this.at++;
    const length = this.length();
    const rawBytes = isCompressed ? this.length() : -1;
    this.at += length;
    return { bytes: this.dump.slice(this.at - length, this.at), rawBytes };
  }
}
