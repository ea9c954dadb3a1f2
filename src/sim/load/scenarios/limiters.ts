/**
 * Eight limiters hear the same requests: two bursts around the edge of a second, and then a client that tries twice as
 * often as it may. Each is a script on a real engine; seven take the time from the server, one from its callers, of which
 * every second one has a clock that is slow.
 *
 * Beside them, six textbook cases run second by second on scripts of their own: the leaky bucket (10 deep, 1 a second)
 * under 2, 5 and 12 requests a second, and the token bucket (10 tokens, 5 a second) under 3, 8 and 15.
 */
import type { Reply } from '../../../protocol/resp.ts';
import { RedisServer, textOf } from '../redis-server.ts';
import type { Steps } from '../simulation.ts';
import type { LoadProgram, Stage } from '../stage.ts';

const DURATION_MS = 10_500;
const FIRST_BURST_MS = 1900;
const SECOND_BURST_MS = 2100;
const POLLS_FROM_MS = 5000;
const POLLS_TO_MS = 9000;
const TEXTBOOK_SECONDS = 10;
const SAMPLE_MS = 100;

/** Milliseconds of the server's clock, with its microseconds as a fraction. */
const NOW = "local t = redis.call('TIME') local now = t[1] * 1000 + t[2] / 1000\n";

const FIXED = `
local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('EXPIRE', KEYS[1], 2) end
if n > tonumber(ARGV[1]) then return -1 end
return 0`;

const SLIDING = `${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.3f', now - 1000))
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return -1 end
redis.call('ZADD', KEYS[1], string.format('%.3f', now), ARGV[3])
redis.call('PEXPIRE', KEYS[1], 1000)
return 0`;

/** Adds before it counts: what is refused fills the window all the same. */
const ADDING_FIRST = `${NOW}
redis.call('ZADD', KEYS[1], string.format('%.3f', now), ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.3f', now - 1000))
redis.call('PEXPIRE', KEYS[1], 1000)
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[1]) then return -1 end
return 0`;

const TOKEN = `${NOW}
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local tokens, at = tonumber(kept[1]) or capacity, tonumber(kept[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - at) * rate / 1000)
local answer = -1
if tokens >= 1 then
  tokens = tokens - 1
  answer = 0
end
redis.call('HSET', KEYS[1], 'level', string.format('%.6f', tokens), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000) + 1000)
return answer`;

/** A token bucket by the clocks of its callers. A slow one sets the time back, and the next earns that time once more. */
const CLIENT_CLOCK = `
local now = tonumber(ARGV[4])
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local tokens, at = tonumber(kept[1]) or capacity, tonumber(kept[2]) or now
tokens = math.min(capacity, tokens + math.max(0, now - at) * rate / 1000)
local answer = -1
if tokens >= 1 then
  tokens = tokens - 1
  answer = 0
end
redis.call('HSET', KEYS[1], 'level', string.format('%.6f', tokens), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000) + 1000)
return answer`;

/** Writes the time down even when it refuses, but not the part of a token that was earned until then. */
const STARVING = `${NOW}
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local tokens, at = tonumber(kept[1]) or capacity, tonumber(kept[2]) or now
tokens = math.min(capacity, tokens + (now - at) * rate / 1000)
redis.call('HSET', KEYS[1], 'at', string.format('%.3f', now))
if tokens < 1 then return -1 end
redis.call('HSET', KEYS[1], 'level', string.format('%.6f', tokens - 1))
return 0`;

const METER = `${NOW}
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('HMGET', KEYS[1], 'level', 'at')
local water, at = tonumber(kept[1]) or 0, tonumber(kept[2]) or now
water = math.max(0, water - math.max(0, now - at) * rate / 1000)
local answer = -1
if water + 1 <= capacity then
  water = water + 1
  answer = 0
end
redis.call('HSET', KEYS[1], 'level', string.format('%.6f', water), 'at', string.format('%.3f', now))
redis.call('PEXPIRE', KEYS[1], math.ceil(capacity / rate * 1000) + 1000)
return answer`;

/** Answers how many milliseconds to wait: requests leave one by one, at equal distances. */
const QUEUE = `${NOW}
local rate, capacity = tonumber(ARGV[1]), tonumber(ARGV[2])
local leaves = math.max(now, tonumber(redis.call('GET', KEYS[1])) or now)
local wait = leaves - now
if wait > (capacity - 1) * 1000 / rate then return -1 end
local free = leaves + 1000 / rate
redis.call('SET', KEYS[1], string.format('%.3f', free), 'PX', math.ceil(free - now) + 1000)
return string.format('%.3f', wait)`;

export const LIMITERS: readonly { readonly id: string; readonly script: string }[] = [
  { id: 'fixed', script: FIXED },
  { id: 'sliding', script: SLIDING },
  { id: 'addingFirst', script: ADDING_FIRST },
  { id: 'token', script: TOKEN },
  { id: 'starving', script: STARVING },
  { id: 'clientClock', script: CLIENT_CLOCK },
  { id: 'meter', script: METER },
  { id: 'leakyQueue', script: QUEUE },
];

const TEXTBOOK = [
  ...[2, 5, 12].map((each) => ({ id: `leaky-${each}`, script: METER, each, rate: 1 })),
  ...[3, 8, 15].map((each) => ({ id: `token-${each}`, script: TOKEN, each, rate: 5 })),
];
const TEXTBOOK_CAPACITY = 10;

export const limiters: LoadProgram = {
  id: 'limiters',
  durationMs: DURATION_MS,
  windowMs: 100,
  begin(stage) {
    const { simulation, chance, meter } = stage;
    const redis = new RedisServer(simulation, chance, {
      name: 'redis',
      seed: stage.run.seed,
      // What is admitted when is the limiter's doing alone.
      commandMs: 0,
      latencyMs: 0,
    });
    const limit = stage.setting('limit');
    const capacity = stage.setting('capacity');
    const admitted = new Map<string, number[]>(LIMITERS.map(({ id }) => [id, []]));
    const hashes = new Map(LIMITERS.map(({ id, script }) => [id, loadScript(redis, script)]));
    let lastRequest = 0;

    function* ask(id: string, request: number): Steps {
      const key = id === 'fixed' ? `fixed:${Math.floor(simulation.nowMs / 1000)}` : `limiter:${id}`;
      const clockMs = redis.clockMs - (request % 2 === 0 ? stage.setting('skew') : 0);
      const given = [limit, capacity, request, clockMs].map(String);
      const replies = yield* redis.ask([['EVALSHA', hashes.get(id)!, '1', key, ...given]]);
      const waitMs = Number(replies === null ? -1 : textOf(replies[0]));
      if (waitMs < 0) return;
      if (waitMs > 0) yield* simulation.sleep(waitMs);
      meter.count(id);
      admitted.get(id)!.push(simulation.nowMs);
    }

    const arrive = () => {
      const request = ++lastRequest;
      meter.count('offered');
      for (const { id } of LIMITERS) simulation.spawn(ask(id, request));
    };
    const burst = stage.setting('burst');
    for (const [at, fromMs] of [FIRST_BURST_MS, SECOND_BURST_MS].entries()) {
      stage.mark(at === 0 ? 'burst' : 'burstAgain', fromMs);
      for (let request = 0; request < burst; request++) simulation.at(fromMs + request * 0.5, arrive);
    }
    stage.mark('polls', POLLS_FROM_MS);
    const everyMs = 1000 / (2 * limit);
    for (let atMs = POLLS_FROM_MS; atMs < POLLS_TO_MS; atMs += everyMs) simulation.at(atMs, arrive);

    for (let atMs = SAMPLE_MS / 2; atMs < DURATION_MS; atMs += SAMPLE_MS) {
      simulation.at(atMs, () => {
        const elapsed = (state: Kept) => ((simulation.nowMs - state.atMs) * limit) / 1000;
        const token = keptBy(redis, 'limiter:token');
        const water = keptBy(redis, 'limiter:meter');
        const free = Number(textOf(redis.inside(['GET', 'limiter:leakyQueue'])) ?? 0) - redis.clockMs;
        meter.peak(
          'tokenLevel',
          token === null ? capacity : Math.min(capacity, token.level + elapsed(token)),
        );
        meter.peak('meterLevel', water === null ? 0 : Math.max(0, water.level - elapsed(water)));
        meter.peak('queueLevel', (Math.max(0, free) * limit) / 1000);
      });
    }
    const textbook = playTextbook(stage, redis);
    return () => {
      const { windows } = meter;
      const levels = ['tokenLevel', 'meterLevel', 'queueLevel'];
      return {
        curves: Object.fromEntries([
          ...['offered', ...LIMITERS.map(({ id }) => id)].map((id) => [id, meter.counts(id)] as const),
          ...levels.map((id) => [id, meter.peaks(id).slice(0, windows)] as const),
        ]),
        figures: { requests: meter.total('offered') },
        tables: [
          {
            id: 'limiters',
            columns: ['admitted', 'busiestSecond', 'whilePolling'],
            names: LIMITERS.map(({ id }) => id),
            rows: LIMITERS.map(({ id }) => {
              const times = admitted.get(id)!;
              return [
                times.length,
                busiestSecond(times),
                times.filter((atMs) => atMs >= POLLS_FROM_MS && atMs < POLLS_TO_MS).length,
              ];
            }),
          },
          ...textbook(),
        ],
      };
    };
  },
};

interface Kept {
  readonly level: number;
  readonly atMs: number;
}

function keptBy(redis: RedisServer, key: string): Kept | null {
  const reply = redis.inside(['HMGET', key, 'level', 'at']);
  const [level, at] = itemsOf(reply).map(textOf);
  return level === null || at === null ? null : { level: Number(level), atMs: redis.sinceStart(Number(at)) };
}

function itemsOf(reply: Reply): readonly Reply[] {
  return reply.type === 'array' ? reply.items : [];
}

function loadScript(redis: RedisServer, script: string): string {
  return textOf(redis.inside(['SCRIPT', 'LOAD', script]))!;
}

/** The most that were let through within a second, wherever it begins. */
export function busiestSecond(times: readonly number[]): number {
  let most = 0;
  let from = 0;
  for (const [index, atMs] of times.entries()) {
    while (atMs - times[from] >= 1000) from++;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** Each second so many requests at once; columns: second, offered, let in, dropped, level after them. */
function playTextbook({ simulation }: Stage, redis: RedisServer) {
  const hashes = new Map([METER, TOKEN].map((script) => [script, loadScript(redis, script)]));
  const tables = TEXTBOOK.map(({ id }) => ({
    id,
    columns: ['second', 'offered', 'admitted', 'dropped', 'level'],
    rows: [] as number[][],
  }));
  for (let second = 1; second <= TEXTBOOK_SECONDS; second++) {
    simulation.at(second * 1000, () => {
      for (const [place, { id, script, each, rate }] of TEXTBOOK.entries()) {
        let letIn = 0;
        for (let request = 0; request < each; request++) {
          const command = ['EVALSHA', hashes.get(script)!, '1', `textbook:${id}`];
          const reply = redis.inside([...command, String(rate), String(TEXTBOOK_CAPACITY)]);
          if (Number(textOf(reply)) === 0) letIn++;
        }
        const { level } = keptBy(redis, `textbook:${id}`)!;
        tables[place].rows.push([second, each, letIn, each - letIn, Math.round(level * 1000) / 1000]);
      }
    });
  }
  return () => tables;
}
