/**
 * Vitest 5 is written for Node 22 and uses three functions that Node 20 lacks: without the first it cannot
 * print why a test failed. The rest of it runs on Node 20. Imported for its effect by vite.config.ts, which
 * is the first file of ours that Vitest loads; on newer versions it changes nothing.
 */

function grouped<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item, index: number) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function addMissing(owner: object, name: string, value: unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

addMissing(Map, 'groupBy', grouped);
addMissing(Object, 'groupBy', <Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => string) =>
  Object.fromEntries(grouped(items, keyOf)),
);
addMissing(Promise, 'withResolvers', () => {
  let resolve: unknown;
  let reject: unknown;
  const promise = new Promise((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
});
