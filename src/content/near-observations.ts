/** For a path that names no observation: the ones its author may have meant, written with the path's own parameters. */
import { observations } from '../protocol/observations/index.ts';

const MOST_SHOWN = 3;

/** The nearest first; empty if none is near. */
export function nearObservations(path: string): string[] {
  const wanted = bareOf(path);
  const farthest = Math.max(2, Math.floor(wanted.length / 3));
  return observations
    .map((observation) => writtenLike(path, observation.path))
    .map((near) => ({ near, distance: editDistance(wanted, bareOf(near)) }))
    .filter(({ distance }) => distance <= farthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MOST_SHOWN)
    .map(({ near }) => near);
}

/** Its words without parameters: db.zset().levels(). */
function bareOf(path: string): string {
  return path
    .replace(/\(.*?\)/g, '()')
    .replace(/^db\d+/, 'db')
    .replace(/\bht\d\b/, 'ht');
}

/** A form filled with the parameters that a path has in the same places. */
function writtenLike(path: string, form: string): string {
  const inParentheses = [...path.matchAll(/\((.+?)\)/g)].map(([all]) => all);
  const db = /^db(\d+)/.exec(path)?.[1] ?? '0';
  const table = /\bht([01])\b/.exec(path)?.[1] ?? '0';
  let nth = 0;
  return form
    .replace('<db>', db)
    .replace('<table>', table)
    .replace(/\[(\w+\.)\]/, (_all, word: string) => (path.includes(word) ? word : ''))
    .replace(/\([^()]*\)/g, (all) => inParentheses[nth++] ?? all);
}

/** How many letters to add, remove or replace until one text is the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[to.length];
}
