/**
 * The memory of a list's elements, in their quicklist and in a linked list as before: a node with two links for each
 * element, and an object with its string. Both with the slots of the allocator.
 *
 * Worked example: the one element "a". The quicklist has slots of 48 for itself, 48 for its node and 16 for a listpack of
 * 10 bytes: 112. A linked list has 48 for itself, 32 for the node of 24 bytes, 32 for an object with an embedded string of
 * one character: 112 as well. From the second element on it is 64 against some 4 bytes.
 */
import type { ListCostView } from '../../protocol/views-list.ts';
import { sizeClass } from '../base/heap.ts';
import { parseInteger } from '../base/numbers.ts';
import { createEnvironment } from '../base/probe.ts';
import { LINKED_LIST_BYTES, LINKED_LIST_NODE_BYTES } from '../structures/linked-list.ts';
import { NOWHERE, type PackedList, type PackedValue } from '../structures/packed-list.ts';
import { QUICKLIST_BYTES, type Quicklist } from '../structures/quicklist.ts';
import type { QuicklistNode } from '../structures/quicklist-node.ts';
import { newSdsBytes } from '../structures/sds.ts';
import { OBJECT_BYTES } from '../types/object.ts';
import { EMBSTR_MAX_BYTES, embstrBytes, SHARED_INTEGERS } from '../types/string.ts';

/** Nodes are measured one after the other until so much has been looked at. */
const MAX_MEASURED_ELEMENTS = 2000;
const MAX_MEASURED_BYTES = 64 * 1024;

export function costOf(list: Quicklist): ListCostView {
  const linkBytes = sizeClass(LINKED_LIST_NODE_BYTES);
  let elements = 0;
  let looked = 0;
  let objectsBytes = 0;
  let quicklistBytes = sizeClass(QUICKLIST_BYTES);
  let node = list.head;
  while (node !== null && elements < MAX_MEASURED_ELEMENTS && looked < MAX_MEASURED_BYTES) {
    quicklistBytes += sizeClass(list.format.nodeBytes) + node.entry.allocationBytes;
    looked += node.sizeBytes;
    for (const value of valuesOf(list, node)) {
      elements++;
      objectsBytes += objectBytesOf(value);
    }
    node = node.next;
  }
  const linksBytes = elements * linkBytes;
  return {
    elements,
    isWhole: node === null,
    quicklistBytes,
    linkedListBytes: sizeClass(LINKED_LIST_BYTES) + linksBytes + objectsBytes,
    linksBytes,
    objectsBytes,
    linkBytes,
  };
}

/** A compressed node is read from a copy on a separate heap, so that reading takes nothing from the server's heap. */
function* valuesOf(list: Quicklist, node: QuicklistNode): Generator<PackedValue, void, void> {
  const { entry } = node;
  if (node.count === 0) return;
  if (node.isPlain) {
    const bytes = node.rawBytes();
    yield parseInteger(bytes) ?? bytes;
    return;
  }
  const packed: PackedList =
    'format' in entry ? entry : list.format.fromBytes(createEnvironment(0), node.rawBytes());
  for (let at = packed.first(); at !== NOWHERE; at = packed.next(at)) yield packed.value(at);
}

/** The size of a string object as SET would store it: a small integer is shared and takes nothing. */
function objectBytesOf(value: PackedValue): number {
  if (typeof value !== 'object') {
    const isShared = typeof value === 'number' && value >= 0 && value < SHARED_INTEGERS;
    return isShared ? 0 : sizeClass(OBJECT_BYTES);
  }
  const { length } = value;
  if (length <= EMBSTR_MAX_BYTES) return sizeClass(embstrBytes(length));
  return sizeClass(OBJECT_BYTES) + sizeClass(newSdsBytes(length));
}
