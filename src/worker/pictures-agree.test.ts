/** Panels beside each other show one sorted set: at every step they give a member the same score, or none of them has it. */
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../engine/base/bytes.ts';
import { packetOf } from '../protocol/action-lines.ts';
import type { Moment, Picture } from '../protocol/messages.ts';
import type { GeoView, LadderView, SkiplistView } from '../protocol/views.ts';
import { Session } from './session.ts';

const key = bytesOf('board');
const window = { from: 0, count: 60 };

function momentsOf(session: Session, command: string): readonly Moment[] {
  const { detail } = session.send(1, packetOf(command), 1000);
  return detail!.moments;
}

function membersIn(picture: Picture): Record<string, string[]> {
  const ladder = picture.ladder as LadderView;
  const skiplist = picture.skiplist as SkiplistView;
  const geo = picture.geo as GeoView;
  const scored = ({ member, score }: { member: string; score: string }) => `${member} ${score}`;
  return {
    ladder: ladder.rungs.map(scored),
    skiplist: (skiplist.skiplist?.nodes ?? skiplist.packed?.pairs ?? []).map(scored),
    geo: geo.members.map(scored),
  };
}

describe.each([
  ['7.0', 'listpack', {}],
  ['6.2', 'ziplist', {}],
  ['7.0', 'skiplist', { 'zset-max-listpack-entries': '0' }],
  ['7.0', 'what becomes a skiplist', { 'zset-max-listpack-entries': '4' }],
] as const)('on a server %s, a sorted set as %s', (generation, _encoding, config) => {
  it('is the same in all panels at every step', () => {
    const session = new Session({ generation, seed: 7, startMs: 1000, config: { ...config } });
    session.open(1000);
    session.send(1, packetOf('ZADD board 10 ann 20 bob 30 cat'), 1000);
    session.watch('ladder', { kind: 'ladder', db: 0, key, window }, session.lastIndex);
    session.watch('skiplist', { kind: 'skiplist', db: 0, key, window }, session.lastIndex);
    session.watch('geo', { kind: 'geo', db: 0, key, window }, session.lastIndex);
    for (const command of [
      'ZADD board 25 dan',
      'ZINCRBY board 50 ann',
      'ZADD board 26 cat',
      'ZADD board 5 eve 15 fay 26 dan',
      'ZREM board bob',
      'ZRANK board ann',
      'ZRANGESTORE other board 0 1',
      'ZREMRANGEBYRANK board 0 0',
      'ZPOPMAX board',
    ]) {
      momentsOf(session, command).forEach(({ step, picture }, nth) => {
        const { ladder, skiplist, geo } = membersIn(picture);
        const where = `${command}, moment ${nth}, ${step?.type}`;
        expect(skiplist, where).toEqual(ladder);
        expect(geo, where).toEqual(ladder);
      });
    }
  });
});
