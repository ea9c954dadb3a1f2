/**
 * Inserting into the middle of a quicklist, and what may have to happen for it: a full node is split in two,
 * and small neighbours are merged afterwards.
 *
 *     [a b c d]  full, X after b     [a b] [X c d]      split behind b, X at the head of the new node
 *
 *     then up to four merges are tried around [a b]: the two nodes before it, the two after it, it and the
 *     one before, and the outcome and the one after
 *
 * Mirrors _quicklistInsert, _quicklistSplitNode and _quicklistMergeNodes of quicklist.c. The generations
 * differ where an element goes to an end of a full node: 7.0 puts it into the neighbour, or into a new node.
 * 6.2 looks for the tail one position too far and so never finds itself there; and without a neighbour it
 * makes no new node but splits an empty one off, with the merges that follow from that.
 */
import type { Quicklist } from './quicklist.ts';
import { compressAfterUse, decompressNode, recompressOnly } from './quicklist-compress.ts';
import { allowsInsert, allowsMerge } from './quicklist-limits.ts';
import { QuicklistNode } from './quicklist-node.ts';

/** Where an element is: its node, its position in the packed list, its index there (negative from the tail). */
export interface QuicklistEntry {
  readonly node: QuicklistNode;
  readonly position: number;
  readonly index: number;
}

export function insertBeside(
  list: Quicklist,
  entry: QuicklistEntry,
  value: Uint8Array,
  after: boolean,
): void {
  const { node, position, index } = entry;
  const { fill, format } = list;
  const isNew = format.generation === '7.0';
  const isLarge = list.isLarge(value);
  const isFull = isLarge || !allowsInsert(node, fill, value.length, format);
  const neighbour = after ? node.next : node.previous;
  const isAtEdge = isNew
    ? index === (after ? node.count - 1 : 0) || index === (after ? -1 : -node.count)
    : index === (after ? node.count : 0);
  list.count++;

  if (isLarge) {
    if (node.isPlain || isAtEdge) {
      list.link(list.nodeOf(value), node, after);
      return;
    }
    decompressNode(list, node, true);
    const half = splitNode(list, node, index, after);
    const middle = list.nodeOf(value);
    list.link(middle, node, after);
    list.link(half, middle, after);
    emitSplit(list, node, half);
    return;
  }

  if (!isFull) {
    decompressNode(list, node, true);
    if (after) node.packed.insertAfter(position, value);
    else node.packed.insertBefore(position, value);
    node.update();
    recompressOnly(list, node);
  } else if (isAtEdge && allowsInsert(neighbour, fill, value.length, format)) {
    decompressNode(list, neighbour!, true);
    if (after) neighbour!.packed.prepend(value);
    else neighbour!.packed.append(value);
    neighbour!.update();
    recompressOnly(list, neighbour!);
    recompressOnly(list, node);
  } else if (isAtEdge && (isNew || neighbour !== null)) {
    list.link(list.nodeOf(value), node, after);
  } else {
    decompressNode(list, node, true);
    const half = splitNode(list, node, index, after);
    if (after) half.packed.prepend(value);
    else half.packed.append(value);
    half.update();
    list.link(half, node, after);
    emitSplit(list, node, half);
    mergeAround(list, node);
  }
}

/**
 * Moves the elements after the index (or, if not `after`, those before it) into a new node, which is not linked yet.
 * Both nodes start from the same bytes, and each deletes what the other keeps.
 */
function splitNode(list: Quicklist, node: QuicklistNode, index: number, after: boolean): QuicklistNode {
  const { env, format } = list;
  const from = index < 0 ? node.count + index : index;
  const copy = format.fromBytes(env, node.packed.memory.subarray(0, node.sizeBytes));
  if (after) {
    node.packed.deleteRange(from + 1, Number.POSITIVE_INFINITY);
    copy.deleteRange(0, from + 1);
  } else {
    node.packed.deleteRange(0, from);
    copy.deleteRange(from, Number.POSITIVE_INFINITY);
  }
  node.update();
  return QuicklistNode.ofPacked(env, format, copy);
}

/** Tries to merge the nodes around this one, two to either side. */
function mergeAround(list: Quicklist, center: QuicklistNode): void {
  const { fill } = list;
  const { previous, next } = center;
  if (previous !== null && allowsMerge(previous, previous.previous, fill)) {
    mergePair(list, previous.previous!, previous);
  }
  if (next !== null && allowsMerge(next, next.next, fill)) mergePair(list, next, next.next!);
  const target = allowsMerge(center, center.previous, fill)
    ? mergePair(list, center.previous!, center)
    : center;
  if (allowsMerge(target, target.next, fill)) mergePair(list, target, target.next!);
}

/** Merges two neighbours into the one whose packed list is kept, and gives that. */
function mergePair(list: Quicklist, left: QuicklistNode, right: QuicklistNode): QuicklistNode {
  decompressNode(list, left);
  decompressNode(list, right);
  const merged = list.format.merge(left.packed, right.packed);
  const [kept, gone] = merged === left.packed ? [left, right] : [right, left];
  kept.update();
  gone.count = 0;
  const probe = list.env.probe;
  if (probe !== null) {
    probe.emit({
      type: 'quicklist.merge',
      list: list.address,
      node: kept.address,
      gone: gone.address,
      count: kept.count,
    });
  }
  list.unlink(gone);
  gone.releaseShell();
  compressAfterUse(list, kept);
  return kept;
}

function emitSplit(list: Quicklist, node: QuicklistNode, half: QuicklistNode): void {
  const probe = list.env.probe;
  if (probe === null) return;
  probe.emit({
    type: 'quicklist.split',
    list: list.address,
    node: node.address,
    newNode: half.address,
    count: node.count,
    newCount: half.count,
  });
}
