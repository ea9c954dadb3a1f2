import { describe, expect, it } from 'vitest';
import { type Happening, type Player, progressOf } from './players.ts';
import { lineCommand } from './redis-cli.ts';

const player: Player = {
  client: 1,
  name: 'A',
  program: [{ line: 'SET lock a NX', until: 'OK' }, { line: 'GET lock' }, { line: 'DEL lock', when: '"a"' }],
};

function following(...lines: string[]): [number, number[], boolean] {
  const happenings = lines.map((line): Happening => {
    if (line === 'closed' || line === 'opened') return { type: line };
    const [text, printed] = line.split(' -> ');
    return { type: 'command', command: lineCommand(text)!, printed };
  });
  const { next, skipped, isGone } = progressOf(player, happenings);
  return [next, [...skipped], isGone];
}

describe('a scripted client', () => {
  it('goes on from command to command, whatever else is sent in between', () => {
    expect(following()).toEqual([0, [], false]);
    expect(following('SET lock a NX -> OK')).toEqual([1, [], false]);
    expect(following('SET lock a NX -> OK', 'PING -> PONG', 'GET lock -> "a"')).toEqual([2, [], false]);
    expect(following('SET lock a NX -> OK', 'GET lock -> "a"', 'DEL lock -> (integer) 1')).toEqual([
      3,
      [],
      false,
    ]);
  });

  it('tries again until it succeeds', () => {
    expect(following('SET lock a NX -> (nil)', 'SET lock a NX -> (nil)')).toEqual([0, [], false]);
    expect(following('SET lock a NX -> (nil)', 'SET lock a NX -> OK')).toEqual([1, [], false]);
  });

  it('leaves out what depends on another reply', () => {
    expect(following('SET lock a NX -> OK', 'GET lock -> "b"')).toEqual([3, [2], false]);
  });

  it('knows its commands by name and arguments, however they are written', () => {
    expect(following('SET lock A NX -> OK')[0]).toBe(0);
    expect(following('set lock a NX -> OK')[0]).toBe(1);
    expect(following('SET "lock" \'a\' NX -> OK')[0]).toBe(1);
  });

  it('begins anew when it is through, and when it comes back', () => {
    expect(following('SET lock a NX -> OK', 'GET lock -> "b"', 'SET lock a NX -> OK')).toEqual([
      1,
      [],
      false,
    ]);
    expect(following('SET lock a NX -> OK', 'closed')).toEqual([1, [], true]);
    expect(following('SET lock a NX -> OK', 'closed', 'opened')).toEqual([0, [], false]);
  });
});
