/** A cluster of three masters and three replicas, for stories. */
import type { WorldShape } from '../../protocol/world.ts';

/** What the stories' seed makes of them: commands name nodes by these. */
export const ids = [
  '993a52060d09af1d2d82db8ff5d703804853cd9e',
  '16d93ed8943b75f05b7b8f6b315fa4835f65bfa2',
  '208c1d67263c2de2133d3674238cd2f81d7ae3cb',
  'e9e5f4680f5c6ead77508ecec171d0d30a039d73',
  '3f555ae0ca0066d270352b4c9295677c2d5415ee',
  'e2364b952d0ea73fb8779c7c4f5f7e60b79dbcea',
] as const;

export const sixNodes: WorldShape = {
  nodes: ids.map((_, n) => ({ name: `node-${n + 1}`, host: `10.0.0.${n + 1}`, port: 6379, config: {} })),
  latency: { ms: 2, jitterMs: 1 },
};

export const clusterConfig = {
  'cluster-enabled': 'yes',
  'cluster-node-timeout': '2000',
  'repl-diskless-sync-delay': '0',
};

/** They meet, share out the slots, and each master gets its replica. */
export const formed: readonly string[] = [
  '1> CLUSTER ADDSLOTSRANGE 0 5460',
  '2> CLUSTER ADDSLOTSRANGE 5461 10922',
  '3> CLUSTER ADDSLOTSRANGE 10923 16383',
  ...ids.map((_, n) => `${n + 1}> CLUSTER SET-CONFIG-EPOCH ${n + 1}`),
  ...[2, 3, 4, 5, 6].map((n) => `1> CLUSTER MEET 10.0.0.${n} 6379`),
  '@ 4000 ms',
  ...[0, 1, 2].map((n) => `${n + 4}> CLUSTER REPLICATE ${ids[n]}`),
  '@ 4000 ms',
];

/** Keys at all three masters, two of them with a common hash tag. */
export const filled: readonly string[] = [
  '1> SET {user:7}:name ann',
  '1> SET {user:7}:cart 3',
  ...[3, 12, 13, 16].map((n) => `1> SET user:${n} x`),
  ...[1, 2, 5, 6, 10, 14, 18].map((n) => `2> SET user:${n} x`),
  ...[0, 4, 8].map((n) => `3> SET user:${n} x`),
  '3> SET foo 1',
];

/** Slot 2780 is on its way from node-1 to node-2, and one of its two keys has gone. */
export const halfMoved: readonly string[] = [
  `2> CLUSTER SETSLOT 2780 IMPORTING ${ids[0]}`,
  `1> CLUSTER SETSLOT 2780 MIGRATING ${ids[1]}`,
  '1> MIGRATE 10.0.0.2 6379 {user:7}:name 0 5000',
  '@ 100 ms',
];
