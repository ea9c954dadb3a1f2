/** Users of the engine and of a live server, made by the same random rules, are described alike and may do the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Random } from '../../engine/base/random.ts';
import { AclFuzz, withSortedRules } from '../acl-fuzz.ts';
import { fuzzSeed } from '../fuzz-seed.ts';
import { type RunningRedis, startRedis, WireClient } from '../oracle.ts';
import { EngineClients } from '../transcript-players.ts';

const COMMANDS = 6000;

let redis: RunningRedis;
let server: WireClient;

beforeAll(async () => {
  redis = await startRedis();
  server = await WireClient.connect(redis.port);
});
afterAll(async () => {
  server?.close();
  await redis?.stop();
});

test(`${COMMANDS} rules and questions, seed ${fuzzSeed}`, async () => {
  const engine = new EngineClients();
  const names = engine.engine.server.commands.all.map(({ fullName }) => fullName);
  const fuzz = new AclFuzz(new Random(fuzzSeed).stream('acl'), names);
  const history: string[] = [];
  for (let index = 0; index < COMMANDS; index++) {
    const args = fuzz.next();
    history.push(args.join(' '));
    const found = withSortedRules(engine.send(args));
    const expected = withSortedRules(await server.send(args));
    expect(found, history.slice(-25).join('\n')).toBe(expected);
  }
});

/** A user may do exactly what its own description, given to another user, allows. */
test('a user made of the rules it is described by is the same user', () => {
  const engine = new EngineClients();
  const names = engine.engine.server.commands.all.map(({ fullName }) => fullName);
  const fuzz = new AclFuzz(new Random(fuzzSeed).stream('acl-again'), names);
  for (let index = 0; index < 1500; index++) {
    engine.send(fuzz.next());
    const user = engine.engine.server.acl.find('u1');
    if (user === null) continue;
    const text = Buffer.from(engine.send(['ACL', 'LIST'])).toString('latin1');
    const line = /user u1 ([^\r]*)/.exec(text)?.[1] ?? '';
    engine.send(['ACL', 'DELUSER', 'copy']);
    const made = engine.send(['ACL', 'SETUSER', 'copy', ...line.split(' ').filter(Boolean)]);
    // %RW~* is described as ~*, after which no other pattern is accepted: the server's own description is not always
    // valid input.
    if (made[0] !== 0x2b) continue;
    const copy = engine.engine.server.acl.find('copy');
    const { all } = engine.engine.server.commands;
    const allowed = (each: typeof user) =>
      each.selectors.map((selector) => all.filter((entry) => selector.allows(entry)));
    expect(allowed(copy!)).toEqual(allowed(user));
  }
});
