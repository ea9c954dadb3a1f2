/** A check in words: what is wanted, in the terms the panels use. */
import type { Check, CheckResult } from '../../protocol/checks.ts';
import type { Language } from '../i18n/index.ts';

/** What is looked at, such as "rehashidx" or "ht[0] buckets". */
export function subjectOf(check: Check, language: Language): string {
  switch (check.type) {
    case 'observe':
    case 'reached':
      return check.name?.[language] ?? check.path;
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
