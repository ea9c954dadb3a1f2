/** The history of a machine that remembers all it was given: what a state should be is known from its line. */
import { expect, test } from 'vitest';
import { Random } from '../../engine/base/random.ts';
import { fuzzSeed } from '../../testing/fuzz-seed.ts';
import { History, NoSuchBranch } from './history.ts';
import type { Reader } from './reading.ts';

interface Word {
  readonly word: string;
}

/** Counts the steps of all machines, so that a test can say what something cost. */
class Memory {
  static steps = 0;
  readonly words: string[] = [];
  #listeners: ((word: string) => void)[] = [];

  step({ word }: Word): number {
    if (word === 'fatal') throw new Error('fatal');
    Memory.steps++;
    this.words.push(word);
    for (const listener of this.#listeners) listener(word);
    return this.words.length;
  }

  listen(listener: (word: string) => void): () => void {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }
}

type MemoryHistory = History<Word, number, (word: string) => void, Memory, { readonly inputsEnd: number }>;

function newHistory(bytesOf: (machine: Memory) => number = () => 1, branch = 1): MemoryHistory {
  return new History({ make: () => new Memory(), bytesOf, firstFrame: { inputsEnd: 0 } }, branch);
}

function take(history: MemoryHistory, input: Word, isFrame = true): void {
  history.take(input, (machine) => ({ output: machine.step(input) }));
  if (isFrame) history.addFrame({ inputsEnd: history.inputs.length });
}

function say(history: MemoryHistory, ...words: string[]): void {
  for (const word of words) take(history, { word });
}

function costOf(work: () => void): number {
  const before = Memory.steps;
  work();
  return Memory.steps - before;
}

test('a state of the past is the line up to it, and the present stays where it is', () => {
  const history = newHistory();
  say(history, 'a', 'b', 'c');
  expect(history.at(2).words).toEqual(['a', 'b']);
  expect(history.at(0).words).toEqual([]);
  expect(history.machine.words).toEqual(['a', 'b', 'c']);
});

test('forking where one looks, and going back to a branch, replays nothing', () => {
  const history = newHistory();
  for (let nth = 0; nth < 1000; nth++) say(history, `w${nth}`);
  expect(costOf(() => history.at(700))).toBe(700);
  expect(costOf(() => history.fork(700))).toBe(0);
  say(history, 'other');
  expect(costOf(() => history.switchTo(1))).toBe(0);
  expect(history.machine.words).toHaveLength(1000);
  expect(costOf(() => history.switchTo(2))).toBe(0);
  expect(history.machine.words.slice(-2)).toEqual(['w699', 'other']);
});

test('of runs that are too large only the latest is kept', () => {
  const history = newHistory(() => 1024 * 1024 * 1024);
  say(history, 'a', 'b', 'c');
  history.at(1);
  history.at(2);
  expect(costOf(() => history.at(2))).toBe(0);
  expect(costOf(() => history.at(1))).toBe(1);
});

test('a fatal input leaves the line as it was, and one can go on from there', () => {
  const history = newHistory();
  say(history, 'a', 'b');
  expect(() => say(history, 'fatal')).toThrow('fatal');
  expect(history.fatal).toEqual({ word: 'fatal' });
  history.goOn();
  expect(history.fatal).toBeNull();
  say(history, 'c');
  expect(history.machine.words).toEqual(['a', 'b', 'c']);
});

test('a branch that is not there is refused, and so is deleting the current one', () => {
  const history = newHistory();
  expect(() => history.switchTo(7)).toThrow(NoSuchBranch);
  expect(() => history.delete(1)).toThrow(NoSuchBranch);
});

class Listener implements Reader<Word, number, (word: string) => void, Memory> {
  heard: string[] = [];
  begun = 0;

  begin(): void {
    this.heard = [];
    this.begun++;
  }

  before(_input: Word, frame: number, isOwnOfFrame: boolean): (word: string) => void {
    return (word) => this.heard.push(`${frame}${isOwnOfFrame ? '' : '-'}:${word}`);
  }

  after(): void {}
}

test('readers of one line share one machine; one that joins later has all begin anew', () => {
  const history = newHistory();
  say(history, 'a');
  take(history, { word: 'tick' }, false);
  say(history, 'b');
  const [one, other] = [new Listener(), new Listener()];
  history.follow(one, 2);
  expect(one.heard).toEqual(['1:a', '2-:tick', '2:b']);
  history.follow(other, 2);
  expect([one.begun, other.begun]).toEqual([2, 1]);
  say(history, 'c');
  const cost = costOf(() => {
    history.follow(one, 3);
    history.follow(other, 3);
  });
  expect(cost).toBe(1);
  expect(other.heard).toEqual(one.heard);
  expect(one.heard.at(-1)).toBe('3:c');
});

test(`whatever is done, every state is that of its line (seed ${fuzzSeed})`, () => {
  const chance = new Random(fuzzSeed).stream('history');
  const history = newHistory(({ words }) => words.length * 1024 * 1024);
  /** By branch: its words, and how many of them are there at the end of each frame. */
  const lines = new Map([[1, { words: [] as string[], ends: [0] }]]);
  let current = 1;
  const line = () => lines.get(current) as { words: string[]; ends: number[] };
  const expectAt = (frame: number) =>
    expect(history.at(frame).words).toEqual(line().words.slice(0, line().ends[frame]));
  for (let nth = 0; nth < 4000; nth++) {
    const what = chance.below(10);
    const frame = chance.below(history.lastIndex + 1);
    if (what < 5) {
      const isFrame = chance.below(4) > 0;
      take(history, { word: String(nth) }, isFrame);
      line().words.push(String(nth));
      if (isFrame) line().ends.push(line().words.length);
    } else if (what < 7) expectAt(frame);
    else if (what === 7 && frame > 0) {
      const { output } = history.repeat(frame, (machine, input) => ({ output: machine.step(input) }));
      expect(output).toBe(line().ends[frame]);
      expectAt(frame);
    } else if (what === 8 && lines.size < 12) {
      const { words, ends } = line();
      history.fork(frame);
      current = history.branch.id;
      lines.set(current, { words: words.slice(0, ends[frame]), ends: ends.slice(0, frame + 1) });
    } else if (what === 9) {
      const ids = [...lines.keys()];
      const id = ids[chance.below(ids.length)];
      if (chance.below(4) === 0 && id !== current) {
        history.delete(id);
        lines.delete(id);
      } else {
        history.switchTo(id);
        current = id;
      }
    }
    expect(history.machine.words).toEqual(line().words);
  }
  const copy = newHistory(() => 1, history.saved[0].id);
  for (const _ of copy.relive(history.saved, current, (input) => take(copy, input)));
  expect(copy.machine.words).toEqual(line().words);
  expect(copy.saved.map(({ id, inputs }) => [id, inputs])).toEqual(
    history.saved.map(({ id, inputs }) => [id, inputs]),
  );
});
