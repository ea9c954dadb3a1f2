import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from '../../engine/base/bytes.ts';
import { Random } from '../../engine/base/random.ts';
import { loadScripting } from '../../engine/scripting/loader.ts';
import { packetOf, readLines } from '../../protocol/action-lines.ts';
import type { LocksView } from '../../protocol/views.ts';
import { Session } from '../session.ts';

/** A session with a panel of locks open, and several clients. */
class Race {
  readonly session = new Session({ generation: '7.0', seed: 4, startMs: 1000, config: {} });
  readonly key: string | null;
  nowMs = 1000;

  constructor(key: string | null = 'lock', clients = 3) {
    this.key = key;
    for (let client = 1; client <= clients; client++) this.session.open(this.nowMs);
    this.look();
  }

  do(...lines: string[]): this {
    for (const line of readLines(lines)) {
      if (line.type === 'advance') this.pass(line.ms);
      else if (line.type === 'close') this.session.close(Number(line.client), this.nowMs);
      else if (line.type === 'command')
        this.session.send(Number(line.client), packetOf(line.command), this.nowMs);
    }
    return this;
  }

  pass(ms: number): void {
    const end = this.nowMs + ms;
    for (let wake = this.session.wakeAtMs; wake !== null && wake <= end; wake = this.session.wakeAtMs) {
      this.session.tick(wake);
    }
    this.nowMs = end;
  }

  look(atFrame = this.session.lastIndex): LocksView {
    const key = this.key === null ? null : bytesOf(this.key);
    return this.session.watch('locks', { kind: 'locks', db: 0, key }, atFrame) as LocksView;
  }

  get kinds(): string[] {
    return this.look().events.map(({ client, kind }) => `${client} ${kind}`);
  }

  /** Spans as `client kind from-to`, in the order in which they began. */
  get spans(): string[] {
    return [...this.look().spans]
      .sort((a, b) => a.from - b.from || a.client - b.client)
      .map(({ client, kind, from, to }) => `${client} ${kind} ${from}-${to ?? ''}`);
  }
}

beforeAll(loadScripting);

describe('a lock that is taken and given back', () => {
  it('is held by the client that set the key, until it removes it', () => {
    const race = new Race().do('1> SETNX lock a', '2> SETNX lock b', '1> DEL lock', '2> SETNX lock b');
    expect(race.kinds).toEqual(['1 acquired', '2 refused', '1 released', '2 acquired']);
    expect(race.spans).toEqual(['1 held 0-2', '2 waiting 1-3', '2 held 3-']);
    const view = race.look();
    expect(view).toMatchObject({ key: 'lock', token: 'b', owner: 2, expireAtMs: -1, conflicts: [] });
    expect(view.events[1]).toMatchObject({
      command: 'SETNX lock b',
      reply: '(integer) 0',
      token: 'a',
      owner: 1,
    });
    expect(view.lanes.map(({ client, state }) => `${client} ${state}`)).toEqual(['1 null', '2 held']);
  });

  it('of a client that hangs up is orphaned, and nobody takes it until somebody clears it', () => {
    const race = new Race().do('1> SETNX lock a', '1!', '2> SETNX lock b', '3> DEL lock', '2> SETNX lock b');
    expect(race.kinds).toEqual(['1 acquired', '1 gone', '2 refused', '3 cleared', '2 acquired']);
    expect(race.spans).toEqual(['1 held 0-1', '1 orphaned 1-3', '2 waiting 2-4', '2 held 4-']);
    expect(race.look().lanes[0]).toMatchObject({ client: 1, connected: false, state: null });
  });

  it('a client that comes back under its old number does not hold what it held', () => {
    const race = new Race().do('1> SETNX lock a', '1!');
    expect(race.session.open(race.nowMs)).toBe(1);
    race.do('1> DEL lock');
    expect(race.kinds).toEqual(['1 acquired', '1 gone', '1 cleared']);
    expect(race.look().lanes[0]).toMatchObject({ client: 1, connected: true, state: null });
  });
});

describe('a lock with an expiry', () => {
  it('ends at its instant, though it is removed later, and its holder does not know', () => {
    const race = new Race().do('1> SET lock a NX PX 500', '@ 2000 ms');
    const view = race.look();
    expect(race.kinds).toEqual(['1 acquired', '0 expired']);
    expect(view.events[0]).toMatchObject({ atMs: 1000, expireAtMs: 1500 });
    expect(view.events[1]).toMatchObject({ atMs: 1500, token: 'a', owner: 1 });
    expect(view.events[1].atMs).toBeLessThan(view.nowMs);
    expect(race.spans).toEqual(['1 held 0-1', '1 believed 1-']);
    expect(view).toMatchObject({ token: null, owner: 0, conflicts: [] });
  });

  it('two holders from the second taking until the first gives back, which is another’s', () => {
    const race = new Race().do(
      '1> SET lock a NX PX 500',
      '@ 600 ms',
      '2> SET lock b NX PX 5000',
      '1> DEL lock',
      '3> SET lock c NX PX 5000',
    );
    expect(race.kinds).toEqual(['1 acquired', '0 expired', '2 acquired', '1 wrongRelease', '3 acquired']);
    expect(race.look().events[3]).toMatchObject({ token: 'b', owner: 2, reply: '(integer) 1' });
    expect(race.spans).toEqual(['1 held 0-1', '1 believed 1-3', '2 held 2-3', '2 believed 3-', '3 held 4-']);
    expect(race.look().conflicts).toEqual([
      { from: 2, to: 3, clients: [1, 2] },
      { from: 4, to: null, clients: [2, 3] },
    ]);
    expect(race.look().totals).toMatchObject({ wrongReleases: 1, conflicts: 2, acquired: 3, expired: 1 });
  });

  it('without anybody in between, a late release finds nothing', () => {
    const race = new Race().do('1> SET lock a NX PX 500', '@ 600 ms', '1> DEL lock');
    expect(race.kinds).toEqual(['1 acquired', '0 expired', '1 nothing']);
    expect(race.spans).toEqual(['1 held 0-1', '1 believed 1-2']);
  });

  it('can be set later and renewed; each is a lease of its own', () => {
    const race = new Race().do('1> SETNX lock a', '1> EXPIRE lock 10', '@ 4000 ms', '1> SET lock a XX EX 10');
    expect(race.kinds).toEqual(['1 acquired', '1 renewed', '1 renewed']);
    expect(race.look().leases.map(({ owner, expireAtMs }) => `${owner} ${expireAtMs}`)).toEqual([
      '1 -1',
      '1 11000',
      '1 15000',
    ]);
  });
});

describe('what is told', () => {
  it('reading shows whose token was found', () => {
    const race = new Race().do('1> SETNX lock a', '2> GET lock', '2> GET other', '2> TTL lock');
    expect(race.kinds).toEqual(['1 acquired', '2 read']);
    expect(race.look().events[1]).toMatchObject({ token: 'a', owner: 1, reply: '"a"' });
  });

  it('a client that reads another token, or none, no longer thinks that it holds the lock', () => {
    const lost = ['1> SET lock a NX PX 500', '@ 600 ms', '2> SET lock b NX PX 5000'];
    const other = new Race().do(...lost);
    expect(other.look().lanes.map(({ state }) => state)).toEqual(['believed', 'held']);
    other.do('1> GET lock');
    expect(other.look().lanes.map(({ state }) => state)).toEqual([null, 'held']);
    expect(other.spans).toEqual(['1 held 0-1', '1 believed 1-3', '2 held 2-']);
    expect(other.look().conflicts).toEqual([{ from: 2, to: 3, clients: [1, 2] }]);
    const none = new Race().do('1> SET lock a NX PX 500', '@ 600 ms', '1> GET lock');
    expect(none.look().lanes).toMatchObject([{ client: 1, state: null }]);
  });

  it('a client that reads its own token under another’s lock still thinks so', () => {
    const race = new Race().do(
      '1> SET lock 1 NX PX 500',
      '@ 600 ms',
      '2> SET lock 1 NX PX 5000',
      '1> GET lock',
    );
    expect(race.look().lanes.map(({ state }) => state)).toEqual(['believed', 'held']);
  });

  it('overwriting takes a lock away, also with the same value', () => {
    const race = new Race().do('1> SETNX lock x', '2> SET lock x', '1> DEL lock');
    expect(race.kinds).toEqual(['1 acquired', '2 overwritten', '1 wrongRelease']);
    expect(race.look().conflicts).toEqual([{ from: 1, to: 2, clients: [1, 2] }]);
  });

  it('a command that fails is no attempt, and what the keys of others do is nothing', () => {
    const race = new Race().do('1> SETNX lock', '1> SET a 1', '1> SETNX other 1', '2> FLUSHALL');
    expect(race.kinds).toEqual([]);
    expect(race.do('1> SETNX lock a', '2> FLUSHALL').kinds).toEqual(['1 acquired', '2 wrongRelease']);
  });

  it('commands sent together are told apart', () => {
    const race = new Race().do('1> SETNX lock a ;; DEL lock ;; SETNX lock b', '2> SETNX lock c ;; GET lock');
    expect(race.kinds).toEqual(['1 acquired', '1 released', '1 acquired', '2 refused', '2 read']);
    expect(race.look().events.map(({ frame }) => frame)).toEqual([4, 4, 4, 5, 5]);
  });

  it('clients have the names they gave themselves', () => {
    const race = new Race().do(
      '1> CLIENT SETNAME A',
      '1> SETNX lock a',
      '2> SETNX lock b',
      '1> CLIENT SETNAME Z',
    );
    expect(race.look().lanes.map(({ name }) => name)).toEqual(['Z', '']);
    expect(race.look(race.session.lastIndex - 1).lanes.map(({ name }) => name)).toEqual(['A', '']);
  });

  it('without a key the one somebody tried to take last, also when it was there before', () => {
    const race = new Race(null).do('1> SET old x', '1> SETNX lock a', '2> SETNX old b');
    const view = race.look();
    expect(view.key).toBe('old');
    expect(race.kinds).toEqual(['1 acquired', '2 refused']);
    expect(view.names.map(({ key }) => key).sort()).toEqual(['lock', 'old']);
    expect(race.look(race.session.lastIndex - 1).key).toBe('lock');
    expect(new Race(null).look()).toMatchObject({ key: null, events: [], lanes: [] });
  });

  it('a server that starts anew without a disk has lost its locks, and nobody holds one', () => {
    const race = new Race().do('1> SETNX lock a');
    race.session.crash('unsynced', race.nowMs);
    race.session.restart(race.nowMs);
    expect(race.look()).toMatchObject({
      token: null,
      owner: 0,
      lanes: [{ client: 1, connected: false, state: null }],
    });
    expect(race.session.open(race.nowMs)).toBe(1);
    race.do('1> SETNX lock b', '1> DEL lock');
    expect(race.kinds.slice(-2)).toEqual(['1 acquired', '1 released']);
    expect(race.kinds).toContain('0 lost');
  });

  it('more than can be shown is counted', () => {
    const race = new Race();
    for (let round = 0; round < 100; round++) race.do('1> SETNX lock a', '1> DEL lock');
    const view = race.look();
    expect(view.events).toHaveLength(160);
    expect(view.earlierEvents).toBe(40);
    expect(view.totals.acquired).toBe(100);
    expect(view.spans.at(-1)).toMatchObject({ from: 158, to: 159 });
    for (const span of view.spans) expect(view.events[span.to as number]).toBeDefined();
  });
});

const release = (token: string) =>
  `EVAL "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])" 1 lock ${token}`;

describe('scripts and transactions', () => {
  it('a script that compares first releases its own lock and spares that of another', () => {
    const race = new Race().do('1> SET lock a NX PX 500', '@ 600 ms', '2> SET lock b NX PX 5000');
    race.do(`1> ${release('a')}`, `2> ${release('b')}`, `3> ${release('c')}`);
    expect(race.kinds).toEqual(['1 acquired', '0 expired', '2 acquired', '1 spared', '2 released', '3 read']);
    const { events, conflicts, totals } = race.look();
    expect(events[3]).toMatchObject({ byScript: true, reply: '(integer) 0', token: 'b', owner: 2 });
    expect(events[4]).toMatchObject({ byScript: true, reply: '(integer) 1' });
    expect(conflicts).toEqual([{ from: 2, to: 3, clients: [1, 2] }]);
    expect(totals).toMatchObject({ spared: 1, wrongReleases: 0 });
  });

  it('a lock taken by a script is noticed inside it, the expiry set there too', () => {
    const take = `EVAL "if redis.call('SETNX', KEYS[1], ARGV[1]) == 0 then return 0 end return redis.call('EXPIRE', KEYS[1], 10)" 1 lock`;
    const race = new Race(null).do(`1> ${take} a`, `2> ${take} b`);
    expect(race.kinds).toEqual(['1 acquired', '1 renewed', '2 refused']);
    expect(race.look()).toMatchObject({ key: 'lock', owner: 1, expireAtMs: 11_000 });
  });

  it('what is only queued has not happened; what EXEC runs has', () => {
    const race = new Race().do('1> MULTI', '1> SETNX lock a', '1> EXPIRE lock 10');
    expect(race.kinds).toEqual([]);
    expect(race.do('1> EXEC', '2> MULTI', '2> SETNX lock b', '2> DEL lock', '2> EXEC').kinds).toEqual([
      '1 acquired',
      '1 renewed',
      '2 wrongRelease',
    ]);
  });
});

describe('another time', () => {
  const lines = ['1> SET lock a NX PX 500', '2> SETNX lock b', '@ 600 ms', '2> SET lock b NX', '1> DEL lock'];

  it('the past is what was seen then, at every frame', () => {
    const race = new Race();
    const seen: LocksView[] = [];
    for (const line of lines) {
      race.do(line);
      while (seen.length <= race.session.lastIndex) seen.push(race.look(seen.length));
    }
    for (let frame = 0; frame < seen.length; frame++) expect(race.look(frame)).toEqual(seen[frame]);
  });

  it('a fork has its own history', () => {
    const race = new Race().do(...lines);
    const before = race.session.frames.findIndex(({ summary }) => summary.text === 'SETNX lock b') - 1;
    race.session.fork(before);
    race.nowMs = race.session.nowMs;
    race.do('1> DEL lock', '3> SETNX lock c');
    expect(race.kinds).toEqual(['1 acquired', '1 released', '3 acquired']);
    race.session.switchTo(1);
    expect(race.look().totals.wrongReleases).toBe(1);
  });

  it('pictures inside a frame change with the step that touches the key', () => {
    const race = new Race().do('1> SET lock a NX PX 500');
    const { moments } = race.session.detail(race.session.lastIndex);
    const owners = moments.map(({ picture }) => (picture.locks as LocksView).owner);
    const inserted = moments.findIndex(({ step }) => step?.type === 'dict.insert');
    expect(inserted).toBeGreaterThan(0);
    expect(owners).toEqual(moments.map((_, index) => (index < inserted ? 0 : 1)));
  });
});

it('whatever happens, the holder is whose value lies there, over 400 random commands, seed 17', () => {
  const race = new Race();
  const chance = new Random(17).stream('locks');
  const pick = <T>(list: readonly T[]): T => list[chance.below(list.length)];
  const lines = [
    (client: number) => `${client}> SET lock t${client} NX PX ${pick([300, 800, 2000])}`,
    (client: number) => `${client}> SETNX lock t${client}`,
    (client: number) => `${client}> DEL lock`,
    (client: number) => `${client}> GET lock`,
    (client: number) => `${client}> PEXPIRE lock 700`,
    () => `@ ${pick([1, 100, 900])} ms`,
  ];
  let conflicts = 0;
  for (let nth = 0; nth < 400; nth++) {
    race.do(pick(lines)(1 + chance.below(3)));
    const view = race.look();
    const printed = race.session.observe('db0.lock(lock).holder', race.session.lastIndex);
    expect(printed).toBe(view.owner === 0 ? 'nobody' : String(view.owner));
    expect(view.token).toBe(view.owner === 0 ? null : `t${view.owner}`);
    const held = view.lanes.filter(({ state }) => state === 'held').map(({ client }) => client);
    expect(held).toEqual(view.owner === 0 ? [] : [view.owner]);
    const acting = view.lanes.filter(({ state }) => state === 'held' || state === 'believed');
    const conflict = view.conflicts.find(({ to }) => to === null);
    expect(conflict?.clients ?? []).toEqual(acting.length < 2 ? [] : acting.map(({ client }) => client));
    if (conflict !== undefined) conflicts++;
  }
  expect(conflicts).toBeGreaterThan(20);
});
