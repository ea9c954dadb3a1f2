/**
 * The seed of random tests. The same in every run, so that a red run is about the change that made it red; FUZZ_SEED=N
 * repeats another run, FUZZ_SEED=random explores (as `npm run fuzz` does).
 */
const asked = process.env.FUZZ_SEED ?? '20261116';

export const fuzzSeed: number = asked === 'random' ? Date.now() % 0x1_0000_0000 : Number(asked);
