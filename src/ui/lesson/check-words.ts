/** A check in whole sentences: what is wanted, and what is there instead. */
import type { Check, CheckResult, ObservationWords } from '../../protocol/checks.ts';
import type { Language } from '../i18n/index.ts';

/** What is wanted, such as "The number of buckets of ht[0] is 16." */
export function wishOf(check: Check, language: Language): string {
  switch (check.type) {
    case 'observe':
      return ended(observed(check, check, language), language);
    case 'reached': {
      const wish = observed(check, check, language);
      return ended(language === 'zh' ? `某一刻，${wish}` : `At some moment: ${lowered(wish)}`, language);
    }
    case 'unreached': {
      const wish = observed(check, check, language);
      return ended(language === 'zh' ? `从未出现：${wish}` : `At no moment: ${lowered(wish)}`, language);
    }
    case 'key':
      return ended(`${keySubject(check, language)} ${keyClauses(check, language)}`, language);
    case 'trace':
      return traceWish(check, language);
  }
}

function keySubject({ key, node }: Check & { type: 'key' }, language: Language): string {
  if (language === 'zh') return node === undefined ? `键 ${key}` : `${node} 上，键 ${key}`;
  return node === undefined ? `Key ${key}` : `At ${node}, key ${key}`;
}

/**
 * What was found instead, such as "Now it is 16." or "But SET was used."; null when there is nothing to say. `isPast`:
 * it speaks of an earlier moment.
 */
export function foundInstead(
  check: Check,
  { passed, found }: CheckResult,
  language: Language,
  isPast = false,
): string | null {
  // What is there now need not be what was there then.
  if (passed || found === '' || check.type === 'unreached') return null;
  const zh = language === 'zh';
  switch (check.type) {
    case 'trace': {
      const used = listed(found.split(' '), language);
      return zh ? `但用了 ${used}。` : `But ${used} ${found.includes(' ') ? 'were' : 'was'} used.`;
    }
    case 'key': {
      const clauses = foundKey(check, found, language);
      if (clauses === null) return null;
      return ended(
        zh ? `${isPast ? '那一刻它' : '现在它'}${clauses}` : `${isPast ? 'Then' : 'Now'} it ${clauses}`,
        language,
      );
    }
    default: {
      const saying = check.words?.sayings?.[found]?.[language];
      // Of a command one says what it did, also in the past.
      if (check.path.startsWith('last.'))
        return zh ? `这次是 ${brief(found)}。` : `This time it was ${brief(found)}.`;
      if (saying !== undefined)
        return ended(
          zh
            ? `${isPast ? '那一刻' : '现在'}${saying}`
            : `${isPast ? 'At that moment' : 'Now'}: ${lowered(saying)}`,
          language,
        );
      if (zh) return `${isPast ? '那一刻是' : '现在是'} ${brief(found)}。`;
      return isPast ? `At that moment it was ${brief(found)}.` : `Now it is ${brief(found)}.`;
    }
  }
}

interface Wished {
  readonly is?: string | number;
  readonly not?: string | number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

function observed(
  { path, words }: { readonly path: string; readonly words?: ObservationWords },
  wish: Wished,
  language: Language,
): string {
  const { sentence, sayings } = words ?? { sentence: { zh: `${path} 是 {n}`, en: `${path} is {n}` } };
  const { is, atLeast, atMost } = wish;
  const said =
    is !== undefined
      ? sayings?.[String(is)]
      : atLeast !== undefined && atMost === undefined
        ? (sayings?.[`>=${atLeast}`] ?? sayings?.['>='])
        : undefined;
  if (said !== undefined) return said[language].replace('{n}', String(atLeast));
  return language === 'zh' ? filledZh(sentence.zh, wish) : filledEn(sentence.en, wish);
}

/** The verb before the value says how it is compared: "是 4", "至少是 4", "不超过 4". */
function filledZh(sentence: string, { is, not, atLeast, atMost }: Wished): string {
  const put = (verb: (plain: string) => string, value: string | number) =>
    sentence.replace(/(是|有|占)?( ?)\{n\}/, (_whole, plain: string = '', gap: string = '') => {
      const before = verb(plain);
      return before === '' ? `${gap}${value}` : `${before} ${value}`;
    });
  if (is !== undefined) return put((plain) => plain, lines(is));
  if (not !== undefined)
    return put((plain) => (plain === '有' ? '不是有' : plain === '' ? '除' : `不${plain}`), not);
  if (atLeast !== undefined && atMost !== undefined)
    return put(
      (plain) => (plain === '是' ? '在' : plain),
      `${atLeast} 到 ${atMost}${/是 ?\{n\}/.test(sentence) ? ' 之间' : ''}`,
    );
  if (atLeast !== undefined) return put((plain) => `至少${plain}`, atLeast);
  return put((plain) => (plain === '是' ? '不超过' : `最多${plain}`), atMost ?? '');
}

function filledEn(sentence: string, { is, not, atLeast, atMost }: Wished): string {
  const amount =
    is !== undefined
      ? lines(is)
      : not !== undefined
        ? `not ${not}`
        : atLeast !== undefined && atMost !== undefined
          ? `between ${atLeast} and ${atMost}`
          : atLeast !== undefined
            ? `at least ${atLeast}`
            : `at most ${atMost}`;
  return sentence
    .replace('{n}', amount)
    .replace(/\b1 times\b/, 'once')
    .replace(/\b1 entries\b/, '1 entry')
    .replace(/\b1 (hop|key|bucket|level|byte|second)s\b/, '1 $1');
}

/** A value of several lines begins on a line of its own. */
function lines(value: string | number): string {
  return String(value).includes('\n') ? `\n${value}` : String(value);
}

/** As much of what was found as stands beside a wish. */
function brief(found: string): string {
  const most = 120;
  return lines(found.length > most ? `${found.slice(0, most)}…` : found);
}

function keyClauses(check: Check & { type: 'key' }, language: Language): string {
  const { exists, value, valueType, encoding, hasExpiry } = check;
  const clauses: string[] = [];
  if (exists !== undefined) clauses.push(existence(exists, language));
  if (value !== undefined) clauses.push(attribute('value', value, language));
  if (valueType !== undefined) clauses.push(attribute('type', valueType, language));
  if (encoding !== undefined) clauses.push(attribute('encoding', encoding, language));
  if (hasExpiry !== undefined) clauses.push(expiry(hasExpiry, language));
  return joined(clauses, language);
}

/** What differs of a key. Its parts are found in the order of the wishes (see worker/checks.ts). */
function foundKey(check: Check & { type: 'key' }, found: string, language: Language): string | null {
  const { exists, value, valueType, encoding, hasExpiry } = check;
  const wishes = [
    { wished: exists, say: (text: string) => existence(text === '1', language) },
    { wished: value, say: (text: string) => attribute('value', text, language) },
    { wished: valueType, say: (text: string) => attribute('type', text, language) },
    { wished: encoding, say: (text: string) => attribute('encoding', text, language) },
    { wished: hasExpiry, say: (text: string) => expiry(text === '1', language) },
  ].filter(({ wished }) => wished !== undefined);
  const parts = wishes.length === 1 ? [found] : found.split(' ');
  // A value with blanks cannot be told from its neighbours.
  if (parts.length !== wishes.length) return null;
  const differing = wishes.flatMap(({ wished, say }, nth) => {
    const text = typeof wished === 'boolean' ? (wished ? '1' : '0') : wished;
    return text === parts[nth] ? [] : [parts[nth] === '(nil)' ? existence(false, language) : say(parts[nth])];
  });
  return differing.length === 0 ? null : joined([...new Set(differing)], language);
}

function existence(exists: boolean, language: Language): string {
  if (language === 'zh') return exists ? '存在' : '不存在';
  return exists ? 'exists' : 'does not exist';
}

function expiry(hasExpiry: boolean, language: Language): string {
  if (language === 'zh') return hasExpiry ? '有过期时间' : '没有过期时间';
  return hasExpiry ? 'has an expiry' : 'has no expiry';
}

const attributes = { value: '值', type: '类型', encoding: '编码' };

function attribute(name: keyof typeof attributes, value: string, language: Language): string {
  return language === 'zh' ? `的${attributes[name]}是 ${value}` : `has the ${name} ${value}`;
}

function traceWish(check: Check & { type: 'trace' }, language: Language): string {
  const zh = language === 'zh';
  const wishes: string[] = [];
  if (check.readsOnly) wishes.push(zh ? '只用读命令' : 'Use only commands that read');
  if (check.only !== undefined) {
    const only = listed(check.only, language);
    wishes.push(zh ? `只用 ${only}` : `Use only ${only}`);
  }
  if (check.never !== undefined) {
    const never = listed(check.never, language, 'or');
    wishes.push(zh ? `不用 ${never}` : `Do not use ${never}`);
  }
  return zh ? `${wishes.join('，')}。` : wishes.map((wish) => `${wish}.`).join(' ');
}

function listed(names: readonly string[], language: Language, word = 'and'): string {
  const upper = names.map((name) => name.toUpperCase());
  if (language === 'zh') return upper.join('、');
  const last = upper.at(-1) ?? '';
  return upper.length < 2 ? last : `${upper.slice(0, -1).join(', ')} ${word} ${last}`;
}

function joined(clauses: readonly string[], language: Language): string {
  return clauses.join(language === 'zh' ? '，' : ' and ');
}

function ended(sentence: string, language: Language): string {
  return `${sentence}${language === 'zh' ? '。' : '.'}`;
}

/** After a colon a sentence goes on in lower case, unless it begins with a name. */
function lowered(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence) && !/^BGSAVE|^EXEC/.test(sentence)
    ? sentence[0].toLowerCase() + sentence.slice(1)
    : sentence;
}
