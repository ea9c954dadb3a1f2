/**
 * Compression in the middle of a quicklist. Most commands work at the ends, so `depth` nodes at either end stay
 * uncompressed, and those between them are compressed with LZF.
 *
 *     depth 1     [raw] [lzf] [lzf] [lzf] [raw]
 *
 * Reading a node decompresses it with a mark, `recompress`, and it is compressed again afterwards. Small nodes, and
 * those that would not become at least nine bytes smaller, stay raw.
 *
 * Mirrors the compression part of quicklist.c of 7.0 for both generations. 6.2 sometimes forgets to compress a node
 * again after reading it (LINDEX); that is not copied.
 */
import { assert } from '../base/errors.ts';
import { lzfCompress } from '../base/lzf.ts';
import type { Quicklist } from './quicklist.ts';
import type { QuicklistNode } from './quicklist-node.ts';

const MIN_COMPRESS_BYTES = 48;
const MIN_IMPROVEMENT_BYTES = 8;

/** Compresses a raw node if it is worth it. */
export function compressNode(list: Quicklist, node: QuicklistNode): void {
  if (node.isCompressed || node.dontCompress) return;
  assert(node.previous !== null && node.next !== null, 'head and tail are never compressed');
  node.recompress = false;
  const rawBytes = node.sizeBytes;
  if (rawBytes < MIN_COMPRESS_BYTES) return;
  const stream = lzfCompress(node.rawBytes(), rawBytes);
  if (stream === null || stream.length + MIN_IMPROVEMENT_BYTES >= rawBytes) return;
  node.compress(stream);
  const probe = list.env.probe;
  if (probe !== null) {
    const compressedBytes = stream.length;
    const { address } = node;
    probe.emit({ type: 'quicklist.compress', list: list.address, node: address, rawBytes, compressedBytes });
  }
}

/** Decompresses a compressed node; permanently, unless it is only for reading. */
export function decompressNode(list: Quicklist, node: QuicklistNode, forUse = false): void {
  const { stream } = node;
  if (stream === null) return;
  node.decompress();
  node.recompress = forUse;
  const probe = list.env.probe;
  if (probe !== null) {
    probe.emit({
      type: 'quicklist.decompress',
      list: list.address,
      node: node.address,
      rawBytes: node.sizeBytes,
      compressedBytes: stream.length,
      recompress: forUse,
    });
  }
}

/** After `node` was used: compresses it again, or sets the whole list right around it. */
export function compressAfterUse(list: Quicklist, node: QuicklistNode): void {
  if (node.recompress) compressNode(list, node);
  else compressAround(list, node);
}

/** Only undoes a decompression for use. */
export function recompressOnly(list: Quicklist, node: QuicklistNode): void {
  if (node.recompress) compressNode(list, node);
}

/**
 * Sees to it that the outer nodes are raw, and that `node` and the first ones beyond the depth are compressed:
 * one insertion or deletion shifts the border by one node at most.
 */
export function compressAround(list: Quicklist, node: QuicklistNode | null): void {
  const depth = list.compressDepth;
  if (depth === 0 || list.head === null || list.nodeCount < depth * 2) return;
  let forward = list.head;
  let backward = list.tail!;
  let isOuter = false;
  for (let hop = 0; hop < depth; hop++) {
    decompressNode(list, forward);
    decompressNode(list, backward);
    if (forward === node || backward === node) isOuter = true;
    // The two ends meet: nothing lies between them.
    if (forward === backward || forward.next === backward) return;
    forward = forward.next!;
    backward = backward.previous!;
  }
  if (!isOuter && node !== null) compressNode(list, node);
  compressNode(list, forward);
  compressNode(list, backward);
}
