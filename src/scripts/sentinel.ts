/**
 * Failovers by sentinels as processes, ours and real ones: the master is killed with SIGKILL, another one takes its place,
 * and the old one comes back as a replica. What the sentinels said is compared with what redis-sentinel says over
 * redis-servers: the types of events and their order, of the leader and of those that follow it.
 *
 *   npm run sentinel -- [--times N] [--down-after MS]
 *
 * Ends with 1 if a crew says something else, or does not come to rest.
 */
import { parseArgs } from 'node:util';
import {
  fieldsOf,
  type Member,
  SentinelCrew,
  type SentinelMember,
  textOf,
} from '../testing/sentinel-crew.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '1' },
    'down-after': { type: 'string', default: '2000' },
  },
});
const DOWN_AFTER_MS = Number(values['down-after']);
/** One that should not begin waits for so much longer. */
const PATIENT = 5;

type Kind = 'ours' | 'real';

interface Cast {
  readonly servers: readonly Kind[];
  readonly sentinels: readonly Kind[];
  /** Only sentinels of this kind see soon that the master is down. */
  readonly leader?: Kind;
}

const REFERENCE: Cast = { servers: ['real', 'real', 'real'], sentinels: ['real', 'real', 'real'] };
const CASTS: readonly Cast[] = [
  { servers: ['ours', 'ours', 'ours'], sentinels: ['real', 'real', 'real'] },
  { servers: ['real', 'real', 'real'], sentinels: ['ours', 'ours', 'ours'] },
  { servers: ['ours', 'real', 'ours'], sentinels: ['ours', 'real', 'real'], leader: 'ours' },
  { servers: ['real', 'ours', 'real'], sentinels: ['ours', 'ours', 'real'], leader: 'real' },
];

/** What the leader says, and what the others do, whatever they see for themselves of servers that are gone. */
interface Told {
  readonly leader: string;
  readonly followers: readonly string[];
}

const stateOf = async (sentinel: SentinelMember) =>
  fieldsOf(await sentinel.ask('SENTINEL', 'MASTER', 'mymaster'));
const isLeader = ({ events }: SentinelMember): boolean =>
  events.some((event) => event.startsWith('+elected-leader'));

async function role(server: Member): Promise<Record<string, string>> {
  const info = textOf(await server.ask('INFO', 'replication'));
  return Object.fromEntries(info.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2)));
}

async function follows(server: Member, port: string): Promise<boolean> {
  const info = await role(server);
  return info.role === 'slave' && info.master_port === port && info.master_link_status === 'up';
}

/**
 * The types of events, without those that are a matter of instants: of servers and sentinels that come and go, and what
 * a follower has noticed by itself when the leader is already there.
 */
function typesOf(events: readonly string[], leads: boolean): string {
  const noticed = /^\+(sdown master|odown master|new-epoch|vote-for-leader)/;
  const passing =
    /^[+-](sdown|odown|new-epoch|vote-for-leader|sentinel|monitor|slave-reconf-inprog|role-change)/;
  // Two may want to lead in the same instant, and one of them gets no majority.
  const unheard = /^(\+try-failover|-failover-abort-not-elected)/;
  const kept = events.filter((event) =>
    leads ? noticed.test(event) || !passing.test(event) : !passing.test(event) && !unheard.test(event),
  );
  return kept.map((event) => event.split(' ')[0]).join(' ');
}

async function failOver(
  cast: Cast,
): Promise<{ told: Told; switchedMs: number; backMs: number; ledBy: Kind }> {
  const crew = new SentinelCrew();
  const start = (kind: Kind, masterPort: number | null, port?: number): Promise<Member> =>
    kind === 'real' ? crew.server(masterPort, [], port) : crew.ourServer(masterPort, port);
  try {
    const master = await start(cast.servers[0], null);
    const replicas: Member[] = [];
    for (const kind of cast.servers.slice(1)) replicas.push(await start(kind, master.port));
    for (const replica of replicas) {
      await crew.until(() => follows(replica, `${master.port}`), 'a replica is in sync');
    }
    await master.ask('SET', 'kept', 'by all');
    const sentinels: SentinelMember[] = [];
    for (const kind of cast.sentinels) {
      const isPatient = cast.leader !== undefined && cast.leader !== kind;
      const lines = [
        `sentinel monitor mymaster 127.0.0.1 ${master.port} ${cast.leader === undefined ? 2 : 1}`,
        `sentinel down-after-milliseconds mymaster ${DOWN_AFTER_MS * (isPatient ? PATIENT : 1)}`,
        'sentinel failover-timeout mymaster 20000',
      ];
      sentinels.push(await (kind === 'real' ? crew.real(lines) : crew.ourProcess(lines)));
    }
    await crew.until(async () => {
      const states = await Promise.all(sentinels.map(stateOf));
      return states.every((each) => each['num-slaves'] === '2' && each['num-other-sentinels'] === '2');
    }, 'all sentinels know each other and the replicas');

    const before = sentinels.map(({ events }) => events.length);
    const killedAt = performance.now();
    await master.kill();
    await crew.until(
      () => sentinels.every(({ events }) => events.some((event) => event.startsWith('+switch-master'))),
      'all sentinels name a new master',
    );
    const switchedMs = performance.now() - killedAt;
    const { port } = await stateOf(sentinels[0]);
    const promoted = replicas.find((replica) => `${replica.port}` === port) ?? replicas[0];
    const other = replicas.find((replica) => replica !== promoted) ?? replicas[1];
    await crew.until(() => follows(other, port), 'the other replica follows');
    const leader = sentinels.find(isLeader);
    if (leader === undefined) throw new Error('nobody was elected');
    const said = sentinels.map((each, at) => ({
      each,
      types: typesOf(each.events.slice(before[at]), each === leader),
    }));

    const startedAt = performance.now();
    const back = await start(cast.servers[0], null, master.port);
    await crew.until(() => follows(back, port), 'the old master follows');
    const backMs = performance.now() - startedAt;
    for (const server of [promoted, other, back]) {
      const value = textOf(await server.ask('GET', 'kept'));
      if (value !== 'by all') throw new Error(`${server.port} has lost a key`);
    }
    const leaders = sentinels.filter(isLeader).length;
    if (leaders !== 1) throw new Error(`${leaders} sentinels led`);
    return {
      told: {
        leader: said.find(({ each }) => each === leader)?.types ?? '',
        followers: said.filter(({ each }) => each !== leader).map(({ types }) => types),
      },
      switchedMs,
      backMs,
      ledBy: leader.kind,
    };
  } finally {
    await crew.end();
  }
}

const nameOf = ({ servers, sentinels }: Cast): string => `${sentinels.join(', ')} over ${servers.join(', ')}`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const wanted = (await failOver(REFERENCE)).told;
console.log(`the leader says    ${wanted.leader}`);
console.log(`the others say     ${wanted.followers[0]}`);
for (let time = 0; time < Number(values.times); time++) {
  for (const cast of time === 0 ? [...CASTS, REFERENCE] : CASTS) {
    const { told, switchedMs, backMs, ledBy } = await failOver(cast);
    const isSame =
      told.leader === wanted.leader && told.followers.every((types) => types === wanted.followers[0]);
    console.log(
      `${nameOf(cast)}: a new master ${seconds(switchedMs)} after the kill (down after ${seconds(DOWN_AFTER_MS)}), led by ${ledBy}; the old one follows ${seconds(backMs)} after its start; ${isSame ? 'the same events' : 'other events'}`,
    );
    if (isSame) continue;
    console.log(`  leader  ${told.leader}\n  others  ${told.followers.join('\n          ')}`);
    process.exitCode = 1;
  }
}
process.exit();
