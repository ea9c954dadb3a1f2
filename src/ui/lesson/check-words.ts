/** A check in words: what is wanted, in the terms the panels use. */
import type { Check, CheckResult } from '../../protocol/checks.ts';
import { type LockFact, type Observation, type PackedFact, parseObservation } from '../../protocol/checks.ts';
import type { Language } from '../i18n/index.ts';

/** What is looked at, such as "rehashidx" or "ht[0] buckets". */
export function subjectOf(check: Check, language: Language): string {
  switch (check.type) {
    case 'observe':
    case 'reached':
      return observationName(check.path, language);
    case 'key':
      return check.key;
    case 'trace':
      return language === 'zh' ? '用过的命令' : 'commands used';
  }
}

/** What it must be, such as "= -1" or "at least 1". */
export function wantedOf(check: Check, language: Language): string {
  switch (check.type) {
    case 'observe':
    case 'reached':
      return comparison(check, language);
    case 'key':
      return keyWishes(check, language);
    case 'trace':
      return traceWish(check, language);
  }
}

/** What was found instead, such as "now 16" or "used SET"; null when there is nothing to say. */
export function foundInstead(check: Check, result: CheckResult, language: Language): string | null {
  if (result.passed || result.found === '') return null;
  const zh = language === 'zh';
  if (check.type === 'trace') return `${zh ? '用了' : 'used'} ${result.found.toUpperCase()}`;
  return `${zh ? '现在是' : 'now'} ${result.found}`;
}

export function observationName(path: string, language: Language): string {
  const observation = parseObservation(path);
  if (observation === null) return path;
  const name = names(observation)[language];
  return observation.of !== 'last' && observation.db > 0 ? `db ${observation.db} ${name}` : name;
}

function names(observation: Observation): Record<Language, string> {
  switch (observation.of) {
    case 'database':
      return observation.fact === 'keys'
        ? { zh: '键的个数', en: 'keys' }
        : { zh: '带过期时间的键', en: 'keys with an expiry' };
    case 'dict':
      return observation.fact === 'rehashIndex'
        ? { zh: 'rehashidx', en: 'rehashidx' }
        : { zh: '负载因子', en: 'load factor' };
    case 'table': {
      const table = `ht[${observation.table}]`;
      return observation.fact === 'size'
        ? { zh: `${table} 的桶数`, en: `buckets of ${table}` }
        : { zh: `${table} 的键数`, en: `keys in ${table}` };
    }
    case 'place':
      return { zh: `${observation.key} 的位置`, en: `place of ${observation.key}` };
    case 'encoding':
      return { zh: `${observation.key} 的编码`, en: `encoding of ${observation.key}` };
    case 'memory':
      return { zh: `${observation.key} 占的内存`, en: `memory of ${observation.key}` };
    case 'elements':
      return { zh: `${observation.key} 的元素个数`, en: `elements of ${observation.key}` };
    case 'packed':
      return packedNames(observation.key)[observation.fact];
    case 'packedEntry': {
      const { fact, index } = observation;
      const facts = {
        prevlen: { zh: `entry ${index} 的 prevlen`, en: `prevlen of entry ${index}` },
        size: { zh: `entry ${index} 的字节数`, en: `bytes of entry ${index}` },
        encoding: { zh: `entry ${index} 的编码`, en: `encoding of entry ${index}` },
      };
      return facts[fact];
    }
    case 'zset':
      return observation.fact === 'length'
        ? { zh: `${observation.key} 的成员数`, en: `members of ${observation.key}` }
        : { zh: `${observation.key} 的层数`, en: `levels of ${observation.key}` };
    case 'node':
      return { zh: `${observation.member} 的层数`, en: `levels of ${observation.member}` };
    case 'lane':
      return { zh: `第 ${observation.level} 层的节点数`, en: `nodes on level ${observation.level}` };
    case 'geoCell': {
      const { member, cuts } = observation;
      return {
        zh: `${member} 的分数的前 ${2 * cuts} 位`,
        en: `first ${2 * cuts} bits of the score of ${member}`,
      };
    }
    case 'lock':
      return lockNames[observation.fact];
    case 'last':
      return lastNames[observation.fact];
  }
}

function packedNames(key: string): Record<PackedFact, Record<Language, string>> {
  return {
    format: { zh: `${key} 的紧凑格式`, en: `packed format of ${key}` },
    bytes: { zh: `${key} 的字节数`, en: `bytes of ${key}` },
    slot: { zh: `${key} 分到的内存块`, en: `slot of ${key}` },
    entries: { zh: `${key} 的 entry 数`, en: `entries of ${key}` },
    longPrevlens: { zh: '5 字节的 prevlen', en: 'prevlens of five bytes' },
  };
}

const lockNames: Record<LockFact, Record<Language, string>> = {
  holders: { zh: '自认为持有锁的客户端', en: 'clients that act as holders' },
  holder: { zh: '锁现在归谁', en: 'whose lock it is' },
  state: { zh: '锁的状态', en: 'the lock is' },
  acquired: { zh: '加锁成功的次数', en: 'times it was taken' },
  refused: { zh: '加锁失败的次数', en: 'refusals' },
  wrongReleases: { zh: '误删别人的锁', en: 'wrong releases' },
  spared: { zh: '脚本没动别人的锁', en: 'releases that spared it' },
  expired: { zh: '锁过期的次数', en: 'times it expired' },
  conflicts: { zh: '两个客户端同时持有', en: 'times two held it' },
};

const lastNames: Record<(Observation & { of: 'last' })['fact'], Record<Language, string>> = {
  reply: { zh: '回复', en: 'reply' },
  tables: { zh: '查过的表', en: 'tables visited' },
  bucket: { zh: '打开的桶', en: 'bucket opened' },
  moved: { zh: '搬走的键', en: 'keys carried over' },
  rehashedBuckets: { zh: '搬走的桶', en: 'buckets carried over' },
  compared: { zh: '比较过的节点', en: 'nodes compared' },
  insertedTable: { zh: '插入的表', en: 'table inserted into' },
  hops: { zh: '跳了几步', en: 'hops' },
  spans: { zh: '走过的跨度', en: 'spans hopped' },
  drawnLevels: { zh: '抽到的层数', en: 'levels drawn' },
  visited: { zh: '沿底层取出的节点', en: 'nodes taken along level 0' },
  cells: { zh: '查过的格子', en: 'cells searched' },
  cuts: { zh: '每个轴切的刀数', en: 'cuts per axis' },
  candidates: { zh: '量过距离的成员', en: 'members measured' },
  walked: { zh: '比较过的 entry', en: 'entries compared' },
  reallocations: { zh: '换内存块的次数', en: 'reallocations' },
  cascaded: { zh: 'prevlen 变长的 entry', en: 'entries whose prevlen grew' },
  shifted: { zh: '挪动的字节', en: 'bytes shifted' },
  found: { zh: '落在范围内的成员', en: 'members inside the shape' },
};

interface Wished {
  readonly is?: string | number;
  readonly not?: string | number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

function comparison({ is, not, atLeast, atMost }: Wished, language: Language): string {
  const wishes: string[] = [];
  if (is !== undefined) wishes.push(`= ${is}`);
  if (not !== undefined) wishes.push(`≠ ${not}`);
  if (atLeast !== undefined) wishes.push(`≥ ${atLeast}`);
  if (atMost !== undefined) wishes.push(`≤ ${atMost}`);
  return wishes.join(language === 'zh' ? '，' : ', ');
}

function keyWishes(check: Check & { type: 'key' }, language: Language): string {
  const zh = language === 'zh';
  const wishes: string[] = [];
  if (check.exists !== undefined) {
    wishes.push(check.exists ? (zh ? '存在' : 'exists') : zh ? '不存在' : 'does not exist');
  }
  if (check.value !== undefined) wishes.push(`= ${check.value}`);
  if (check.valueType !== undefined) wishes.push(check.valueType);
  if (check.encoding !== undefined) wishes.push(check.encoding);
  if (check.hasExpiry !== undefined) {
    wishes.push(
      check.hasExpiry ? (zh ? '有过期时间' : 'has an expiry') : zh ? '没有过期时间' : 'has no expiry',
    );
  }
  return wishes.join(zh ? '，' : ', ');
}

function traceWish(check: Check & { type: 'trace' }, language: Language): string {
  const zh = language === 'zh';
  const wishes: string[] = [];
  const upper = (names: readonly string[]) => names.map((name) => name.toUpperCase()).join(' ');
  if (check.readsOnly) wishes.push(zh ? '只有读命令' : 'reads only');
  if (check.only !== undefined) wishes.push(zh ? `只用 ${upper(check.only)}` : `only ${upper(check.only)}`);
  if (check.never !== undefined)
    wishes.push(zh ? `不用 ${upper(check.never)}` : `never ${upper(check.never)}`);
  return wishes.join(zh ? '，' : ', ');
}
