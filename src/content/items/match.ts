/**
 * Names and what belongs to them. A pair may carry what the engine shows of it.
 *
 *     - match: encodings
 *       pairs:
 *         - { pair: small-hash, run: HSET h a 1, observe: db0.encoding(h), is: listpack }
 *         - counter
 *
 *     :::match{#encodings}
 *     What to match.
 *
 *     - small-hash: a hash with one field | `listpack`
 *     - counter: a string that is a number | `int`
 *
 *     ---
 *
 *     What is said once all pairs are found; without it, the line above is left out as well.
 *     :::
 */
import type { ContainerDirective } from 'mdast-util-directive';
import { z } from 'zod';
import type { MatchedPair, Matching } from '../../protocol/match.ts';
import { type Block, type InBothLanguages, type Inline, plainText } from '../../protocol/prose.ts';
import type { DataFile, Path } from '../data-file.ts';
import type { Keyed } from '../keyed-lines.ts';
import { id } from '../lesson-schema.ts';
import type { Source } from '../problem.ts';
import { readListed } from './listed.ts';
import { compileProved } from './proof.ts';

export const matchSchema = z.strictObject({
  match: id,
  pairs: z.array(z.unknown()).min(3).max(8),
});

export type MatchData = Omit<Matching, 'pairs' | 'question' | 'explanation'> & {
  readonly pairs: readonly Pick<MatchedPair, 'id' | 'proof'>[];
};

export function compileMatch(file: DataFile, from: unknown, path: Path): MatchData | null {
  const data = file.check(matchSchema, from, path);
  if (data === null) return null;
  const pairs = compileProved(file, data.pairs, [...path, 'pairs'], 'pair');
  return { type: 'match', id: data.match, pairs };
}

interface Sides extends Keyed {
  readonly left: readonly Inline[];
  readonly right: readonly Inline[];
}

export interface MatchWords {
  readonly question: readonly Block[];
  readonly names: readonly Sides[];
  readonly explanation: readonly Block[];
}

export function readMatch(node: ContainerDirective, source: Source): MatchWords | null {
  const words = readListed(
    node,
    source,
    'Say what to match, then list the pairs: "- pair-id: its left side | its right side".',
  );
  if (words === null) return null;
  const names = words.names.map(({ text, ...place }): Sides => {
    const [left, right, ...more] = cutAtBars(text);
    const isWhole = right !== undefined && more.length === 0 && left.length > 0 && right.length > 0;
    if (!isWhole) source.problem(place.line, place.column, 'Divide the pair by one " | ": left | right.');
    return { ...place, left, right: right ?? [] };
  });
  for (const side of ['left', 'right'] as const) {
    names.forEach(({ line, column, ...sides }, nth) => {
      const text = plainText(sides[side]);
      if (names.findIndex((other) => plainText(other[side]) === text) !== nth)
        source.problem(line, column, `"${text}" stands at the ${side} twice: nobody could tell them apart.`);
    });
  }
  return { ...words, names };
}

/** Bars inside `code` are no bars. */
function cutAtBars(inlines: readonly Inline[]): Inline[][] {
  const parts: Inline[][] = [[]];
  for (const inline of inlines) {
    if (inline.type !== 'text') {
      parts[parts.length - 1].push(inline);
      continue;
    }
    inline.text.split('|').forEach((text, nth, pieces) => {
      if (nth > 0) parts.push([]);
      const begins = nth > 0 ? text.trimStart() : text;
      const cut = nth < pieces.length - 1 ? begins.trimEnd() : begins;
      if (cut !== '') parts[parts.length - 1].push({ type: 'text', text: cut });
    });
  }
  return parts;
}

export function joinMatch(data: MatchData, { zh, en }: InBothLanguages<MatchWords>): Matching {
  return {
    ...data,
    pairs: data.pairs.map((pair, nth) => ({
      ...pair,
      left: { zh: zh.names[nth].left, en: en.names[nth].left },
      right: { zh: zh.names[nth].right, en: en.names[nth].right },
    })),
    question: { zh: zh.question, en: en.question },
    explanation: { zh: zh.explanation, en: en.explanation },
  };
}
