/**
 * `npm run hostile -- --count 200000 --seed 7`: gives hostile inputs to an engine; with `--tcp` over a real port. No
 * step may throw, none may take longer than two seconds of this process's own time, memory stays within its bounds, and
 * after every input the server answers. SCRIPT KILL ends a script that goes on.
 */
import { attackInProcess, attackOverTcp } from '../testing/hostile-attack.ts';

const words = process.argv.slice(2);
const option = (name: string, fallback: number): number => {
  const at = words.indexOf(`--${name}`);
  return at === -1 ? fallback : Number(words[at + 1]);
};
const count = option('count', 200_000);
const seed = option('seed', Date.now() % 1_000_000);
const isTcp = words.includes('--tcp');
console.log(`hostile inputs: ${count}, seed ${seed}, ${isTcp ? 'over TCP' : 'in process'}`);
const began = performance.now();
const figures = await (isTcp ? attackOverTcp(count, seed) : attackInProcess(count, seed));
const { slowestMs, mostBytes, killed, counts } = figures;
console.log(
  `${JSON.stringify(counts)}; killed ${killed}; slowest ${Math.round(slowestMs)} ms; most memory ` +
    `${Math.round(mostBytes / 1e6)} MB; ${Math.round((performance.now() - began) / 1000)} s`,
);
