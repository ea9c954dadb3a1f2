import { describe, expect, test } from 'vitest';
import type { LinkInput } from '../../protocol/session.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';
import type { Link } from './links.ts';

const THERE = { host: '10.0.0.7', port: 6379 };
const HERE = { host: '10.0.0.1', port: 40001 };

function started() {
  const engine = new Engine({
    generation: '7.0',
    seed: 1,
    startMs: 0,
    config: { 'enable-debug-command': 'yes' },
  });
  const heard: string[] = [];
  const link: Link = engine.server.links.dial(THERE, {
    connected: ({ host }) => heard.push(`connected from ${host}`),
    received: (bytes) => heard.push(latin1(bytes)),
    ended: () => heard.push('ended'),
  });
  let nowMs = 0;
  const hear = (input: { type: 'connected' | 'received' | 'ended' }) =>
    engine.step({
      local: HERE,
      bytes: bytesOf('hello'),
      link: link.id,
      ...input,
      nowMs: ++nowMs,
    } as LinkInput);
  return { engine, link, heard, hear, tick: () => engine.step({ type: 'tick', nowMs: ++nowMs }) };
}

describe('connections to other servers', () => {
  test('what is dialled and sent leaves with the step, in order', () => {
    const { link, tick } = started();
    link.send(bytesOf('PING'));
    expect(tick().outgoing).toEqual([
      { type: 'dial', link: link.id, to: THERE },
      { type: 'send', link: link.id, bytes: bytesOf('PING') },
    ]);
    expect(tick().outgoing).toBeUndefined();
  });

  test('the owner hears what becomes of the link until it has ended', () => {
    const { heard, hear, link } = started();
    hear({ type: 'connected' });
    expect(link.local).toEqual(HERE);
    hear({ type: 'received' });
    hear({ type: 'ended' });
    hear({ type: 'received' });
    expect(heard).toEqual(['connected from 10.0.0.1', 'hello', 'ended']);
    expect(link.isOpen).toBe(false);
  });

  test('nothing is heard of or sent over a link that was hung up', () => {
    const { heard, hear, link, tick } = started();
    tick();
    link.hangUp();
    link.hangUp();
    link.send(bytesOf('late'));
    expect(tick().outgoing).toEqual([{ type: 'hang-up', link: link.id }]);
    hear({ type: 'received' });
    hear({ type: 'ended' });
    expect(heard).toEqual([]);
  });

  test('a restart ends all links, and their numbers are not used again', () => {
    const { engine, link, heard, tick } = started();
    tick();
    expect(engine.step({ type: 'restart', nowMs: 50 }).outgoing).toEqual([
      { type: 'hang-up', link: link.id },
    ]);
    expect(engine.server.links.dial(THERE, link.owner).id).toBe(link.id + 1);
    expect(heard).toEqual([]);
    expect(() =>
      engine.step({ type: 'received', nowMs: 51, link: link.id, bytes: bytesOf('x') }),
    ).not.toThrow();
  });

  test('a server that sleeps hears it when it wakes', () => {
    const { engine, heard, hear } = started();
    engine.step({ type: 'open', nowMs: 0, client: 1 });
    engine.step({ type: 'data', nowMs: 0, client: 1, bytes: bytesOf('DEBUG SLEEP 0.01\r\n') });
    hear({ type: 'connected' });
    expect(heard).toEqual([]);
    engine.step({ type: 'tick', nowMs: 10 });
    expect(heard).toEqual(['connected from 10.0.0.1']);
  });

  test('nobody is at the bus of a server without a cluster', () => {
    const { engine } = started();
    const from = HERE;
    const output = engine.step({ type: 'accepted', nowMs: 1, client: 9, from, to: THERE, bus: true });
    expect(output.closed).toEqual([9]);
  });
});
