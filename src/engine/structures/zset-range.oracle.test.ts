import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningRedis, startRedis, WireClient } from '../../testing/oracle.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { formatDouble } from '../base/numbers.ts';
import { createEnvironment } from '../base/probe.ts';
import { Random } from '../base/random.ts';
import { Skiplist } from './skiplist.ts';
import type { SkiplistPointer } from './skiplist-memory.ts';
import { StoredString } from './stored-string.ts';
import { parseLexRange, parseScoreRange } from './zset-range.ts';

let redis: RunningRedis;
let client: WireClient;

beforeAll(async () => {
  redis = await startRedis(['--zset-max-listpack-entries', '0']);
  client = await WireClient.connect(redis.port);
});
afterAll(async () => {
  client?.close();
  await redis?.stop();
});

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const array = (items: string[]) => `*${items.length}\r\n${items.map(bulk).join('')}`;
const name = (list: Skiplist, node: SkiplistPointer) => latin1(list.memberBytesOf(node));

function between(list: Skiplist, first: SkiplistPointer, last: SkiplistPointer): string[] {
  const names: string[] = [];
  for (let node = first; node !== 0; node = node === last ? 0 : list.nextOf(node))
    names.push(name(list, node));
  return names;
}

const seed = 20240502;

it(`ranges of a skiplist are the server's (seed ${seed})`, async () => {
  const random = new Random(seed).stream('test');
  const env = createEnvironment(seed);
  const pieces = [
    '',
    '(',
    '[',
    '+',
    '-',
    ' ',
    '\0',
    '0x',
    'inf',
    'nan',
    '1',
    '5',
    '.',
    'e',
    '1e9',
    'a',
    'm',
    '\xff',
    '9',
  ];
  const piece = () => pieces[random.below(pieces.length)];
  const text = () => piece() + piece() + (random.below(2) === 0 ? piece() : '');
  const score = () => `${['', '('][random.below(2)]}${random.below(900) - 300}`;
  const member = () => `${'([+-'[random.below(4)]}${random.below(5) > 0 ? '' : text()}`;
  const byScore = new Skiplist(env);
  const byMember = new Skiplist(env);
  for (let index = 0; index < 200; index++) {
    const member = `${text()}m${index}`;
    const score = random.below(4) === 0 ? random.below(10) : random.below(1_000_000) / 997 - 300;
    byScore.insert(score, StoredString.create(env, bytesOf(member)));
    byMember.insert(0, StoredString.create(env, bytesOf(member)));
    await client.send(['ZADD', 's', formatDouble(score), bytesOf(member)]);
    await client.send(['ZADD', 'm', '0', bytesOf(member)]);
  }
  let refused = 0;
  for (let round = 0; round < 3_000; round++) {
    const bound = [text, score, member][random.below(3)];
    const [min, max] = [bound(), bound()].map(bytesOf);
    const label = JSON.stringify([latin1(min), latin1(max)]);
    const scores = parseScoreRange(min, max);
    let expected = '-ERR min or max is not a float\r\n';
    if (scores === null) refused++;
    else
      expected = array(between(byScore, byScore.firstInScoreRange(scores), byScore.lastInScoreRange(scores)));
    expect(latin1(await client.send(['ZRANGEBYSCORE', 's', min, max])), label).toBe(expected);

    const lex = parseLexRange(min, max);
    expected = '-ERR min or max not valid string range item\r\n';
    if (lex !== null)
      expected = array(between(byMember, byMember.firstInLexRange(lex), byMember.lastInLexRange(lex)));
    expect(latin1(await client.send(['ZRANGEBYLEX', 'm', min, max])), label).toBe(expected);
  }
  expect(refused).toBeGreaterThan(500);
  expect(refused).toBeLessThan(2_500);
});

it("ranks and elements by rank are the server's after updates and removals", async () => {
  const random = new Random(seed).stream('ranks');
  const env = createEnvironment(seed);
  const list = new Skiplist(env);
  const scores = new Map<string, number>();
  for (let round = 0; round < 2_000; round++) {
    const member = `m${random.below(300)}`;
    const score = random.below(50);
    const known = scores.get(member);
    if (random.below(4) === 0) {
      const reply = latin1(await client.send(['ZREM', 'z', member]));
      expect(reply).toBe(`:${known === undefined ? 0 : 1}\r\n`);
      if (known !== undefined) list.delete(known, bytesOf(member));
      scores.delete(member);
    } else {
      await client.send(['ZADD', 'z', `${score}`, member]);
      if (known === undefined) list.insert(score, StoredString.create(env, bytesOf(member)));
      else if (known !== score) list.updateScore(known, bytesOf(member), score);
      scores.set(member, score);
    }
    const asked = `m${random.below(300)}`;
    const askedScore = scores.get(asked);
    expect(latin1(await client.send(['ZRANK', 'z', asked]))).toBe(
      askedScore === undefined ? '$-1\r\n' : `:${list.rankOf(askedScore, bytesOf(asked)) - 1}\r\n`,
    );
    const index = random.below(list.length + 1);
    const node = list.byRank(index + 1);
    expect(latin1(await client.send(['ZRANGE', 'z', `${index}`, `${index}`]))).toBe(
      array(node === 0 ? [] : [name(list, node)]),
    );
  }
});
