/** Random commands on lists, sets and bitmaps: every moment of every command can be drawn and narrated. */
import { expect, it } from 'vitest';
import { Random, type RandomStream } from '../../engine/base/random.ts';
import type { Moment } from '../../protocol/messages.ts';
import { encodeCommand } from '../../protocol/resp.ts';
import type { Generation } from '../../protocol/session.ts';
import type { Step } from '../../protocol/steps.ts';
import { encodeUtf8 } from '../../protocol/utf8.ts';
import type { View, WatchTarget } from '../../protocol/views.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { Session } from '../../worker/session.ts';
import { problemsIn } from '../gallery/scenes.ts';
import type { Language } from '../i18n/language.ts';
import { accessibleBitmap } from './bitmap/describe.ts';
import { layoutBitmap } from './bitmap/layout.ts';
import { narrateBitmap } from './bitmap/narrate.ts';
import { accessibleIntset } from './intset/describe.ts';
import { layoutIntset } from './intset/layout.ts';
import { narrateIntset } from './intset/narrate.ts';
import { accessibleList } from './list/describe.ts';
import { layoutList } from './list/layout.ts';
import { narrateList } from './list/narrate.ts';
import type { ViewOf } from './stage/scene.ts';
import type { AccessibleTable, Layout } from './stage/sheet.ts';
import type { WindowedKind } from './WindowedPanel.tsx';

const START_MS = 1_700_000_000_000;
const COMMANDS = 100;

interface Panel<Kind extends WindowedKind> {
  readonly layout: Layout<ViewOf<Kind>>;
  readonly narrate: (step: Step, view: ViewOf<Kind>, language: Language) => string | null;
  readonly accessible: (view: ViewOf<Kind>, language: Language) => AccessibleTable;
  readonly command: (pick: Pick) => string;
}

class Pick {
  readonly #stream: RandomStream;
  constructor(seed: number) {
    this.#stream = new Random(seed).stream('panels');
  }
  below(count: number): number {
    return this.#stream.below(count);
  }
  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.below(most) }, make);
  }
}

function listCommand(pick: Pick): string {
  const key = pick.of(['l', 'l', 'l', 'm']);
  const value = () => pick.of(['a', 'b', 'c', '1', '70000', '-5', 'word-and-word-and-word', 'x'.repeat(60)]);
  const index = () => String(pick.below(30) - 15);
  return pick.of([
    () => `${pick.of(['RPUSH', 'LPUSH'])} ${key} ${pick.some(9, value).join(' ')}`,
    () => `LINSERT ${key} ${pick.of(['BEFORE', 'AFTER'])} ${value()} ${value()}`,
    () => `${pick.of(['LPOP', 'RPOP'])} ${key} ${1 + pick.below(4)}`,
    () => `LSET ${key} ${index()} ${value()}`,
    () => `LREM ${key} ${index()} ${value()}`,
    () => `LINDEX ${key} ${index()}`,
    () => `LTRIM ${key} ${pick.below(3)} ${-1 - pick.below(3)}`,
    () => `LPOS ${key} ${value()}`,
    () => `LMOVE l m ${pick.of(['LEFT', 'RIGHT'])} LEFT`,
  ])();
}

function setCommand(pick: Pick): string {
  const key = pick.of(['s', 's', 's', 't']);
  const number = () =>
    pick.of([pick.below(20), pick.below(20), -pick.below(9), 70_000, -40_000, 9e12].map(String));
  return pick.of([
    () => `SADD ${key} ${pick.some(5, number).join(' ')}`,
    () => `SADD ${key} ${pick.some(2, number).join(' ')}`,
    () => `SREM ${key} ${pick.some(6, number).join(' ')}`,
    () => `SISMEMBER ${key} ${number()}`,
    () => (pick.below(12) === 0 ? `SADD ${key} word` : `SADD ${key} ${number()}`),
    () => (pick.below(6) === 0 ? `DEL ${key}` : `SPOP ${key}`),
  ])();
}

function bitCommand(pick: Pick): string {
  const key = () => pick.of(['b', 'b', 'c', 'd']);
  const offset = () => (pick.below(20) === 0 ? 9000 + pick.below(900) : pick.below(70));
  const type = () => `${pick.of(['u', 'i'])}${1 + pick.below(20)}`;
  return pick.of([
    () => `SETBIT ${key()} ${offset()} ${pick.below(2)}`,
    () => `GETBIT ${key()} ${offset()}`,
    () => `BITCOUNT ${key()}`,
    () => `BITCOUNT ${key()} ${pick.below(9) - 4} ${pick.below(60) - 9} ${pick.of(['BIT', 'BYTE'])}`,
    () => `BITPOS ${key()} ${pick.below(2)} ${pick.below(5) - 2}`,
    () => `BITPOS ${key()} ${pick.below(2)} ${pick.below(5)} ${pick.below(60)} ${pick.of(['BIT', 'BYTE'])}`,
    () => `BITOP ${pick.of(['AND', 'OR', 'XOR'])} ${key()} ${pick.some(4, key).join(' ')}`,
    () => `BITOP NOT ${key()} ${key()}`,
    () =>
      `BITFIELD ${key()} ${pick.of(['', 'OVERFLOW SAT ', 'OVERFLOW FAIL '])}INCRBY ${type()} ${offset()} ${pick.below(900) - 400} GET ${type()} ${offset()} SET ${type()} #${pick.below(4)} ${pick.below(900)}`,
    () => `SET ${key()} ${pick.of(['hello', '12345', ''.padEnd(100, 'ab')])}`,
    () => `DEL ${key()}`,
  ])();
}

const panels: { readonly [Kind in WindowedKind]: Panel<Kind> } = {
  list: { layout: layoutList, narrate: narrateList, accessible: accessibleList, command: listCommand },
  intset: { layout: layoutIntset, narrate: narrateIntset, accessible: accessibleIntset, command: setCommand },
  bitmap: { layout: layoutBitmap, narrate: narrateBitmap, accessible: accessibleBitmap, command: bitCommand },
};

/** The faults of a moment's drawing, table and narration. */
function troubles<Kind extends WindowedKind>(
  kind: Kind,
  moments: readonly Moment[],
  at: number,
  pick: Pick,
): string[] {
  const { layout, narrate, accessible } = panels[kind] as Panel<Kind>;
  const viewAt = (nth: number) => (moments[nth]?.picture.shown ?? null) as ViewOf<Kind> | null;
  const view = viewAt(at);
  if (view === null) return ['there is no picture'];
  const { step } = moments[at];
  const steps = moments.slice(0, at + 1).flatMap((moment) => moment.step ?? []);
  const scene = { view, before: viewAt(at - 1), step, steps, phase: 'inside' as const };
  const language = pick.of(['en', 'zh'] as const);
  const width = 300 + pick.below(1100);
  const sheet = layout(scene, { width, height: 400 }, language);
  const sentence = step === null ? '' : (narrate(step, view, language) ?? '');
  const words = JSON.stringify([sentence, accessible(view, language), sheet.boxes, sheet.labels]);
  return [...problemsIn(sheet), ...(/undefined|NaN/.test(words) ? [`words: ${sentence}`] : [])];
}

const cases: [WindowedKind, Generation][] = [
  ['list', '7.0'],
  ['list', '6.2'],
  ['intset', '7.0'],
  ['bitmap', '7.0'],
];

it.each(cases)('every moment of random commands can be drawn: %s of %s', (kind, generation) => {
  const pick = new Pick(fuzzSeed);
  const packed = generation === '7.0' ? 'listpack' : 'ziplist';
  const config = {
    [`list-max-${packed}-size`]: '4',
    'list-compress-depth': '1',
    'set-max-intset-entries': '14',
  };
  const session = new Session({ generation, seed: 5, startMs: START_MS, config });
  session.open(START_MS);
  const target: WatchTarget = { kind, db: 0, key: null, window: { from: 0, count: 12 }, follow: true };
  session.watch('shown', target, session.lastIndex);
  for (let nth = 0; nth < COMMANDS; nth++) {
    const line = panels[kind].command(pick);
    const words = line.split(' ').filter((word) => word !== '');
    const { detail } = session.send(1, encodeCommand(words.map(encodeUtf8)), START_MS);
    const { moments } = detail!;
    for (const at of moments.keys()) {
      const label = `${line} at ${moments[at].step?.type ?? at}, seed ${fuzzSeed}`;
      expect(troubles(kind, moments, at, pick), label).toEqual([]);
    }
    if (nth % 10 > 0) continue;
    // The snapshot taken on the way equals the view read on coming back.
    const again: View | null | undefined = session.detail(session.lastIndex).moments.at(-1)!.picture.shown;
    expect(moments.at(-1)!.picture.shown, line).toEqual(again);
  }
});
