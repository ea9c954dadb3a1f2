/** What happened to the keys in a moment, in one sentence; null if nothing did. */
import type { DictStep, KeyStep, Step } from '../../../protocol/steps.ts';
import type { KeyspaceView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { changedRows, type RowMark, rowId } from './layout.ts';

function quoted(key: string): string {
  return key === '' || /\s/.test(key) ? `"${key}"` : key;
}

export function narrateKeyspace(
  step: Step | null,
  view: KeyspaceView,
  before: KeyspaceView | null,
  language: Language,
): string | null {
  const ofStep = step !== null && isAboutKeys(step) ? narrateStep(step, view, language) : null;
  if (ofStep !== null) return ofStep;
  const changes = changedRows(view, step, before).filter((mark) => mark.change !== null);
  if (changes.length === 0) return null;
  const [first] = changes;
  const sentence = narrateChange(first, before, language);
  const others = changes.length - 1;
  if (others === 0) return sentence;
  return language === 'zh'
    ? `${sentence}另有 ${others} 个键也变了。`
    : `${sentence} ${others} more changed too.`;
}

/** Other panels narrate the insides of values. */
function isAboutKeys(step: Step): step is DictStep | KeyStep {
  return step.type.startsWith('dict.') || step.type === 'key.expired' || step.type === 'object.encoding';
}

/** The dictionary's panel narrates the steps of dictionaries; this one is about keys. */
function narrateStep(step: DictStep | KeyStep, view: KeyspaceView, language: Language): string | null {
  const zh = language === 'zh';
  switch (step.type) {
    case 'key.expired':
      if (step.db !== view.db) return null;
      if (step.how === 'lazy') {
        return zh
          ? `${quoted(step.key)} 已过期：命令访问到它，先把它删掉（惰性删除）。`
          : `${quoted(step.key)} has expired: a command accessed it, so the server deletes it first.`;
      }
      return zh
        ? `${quoted(step.key)} 已过期：被周期性抽样查到并删除（定期删除）。`
        : `${quoted(step.key)} has expired: the expiry cycle sampled it and deletes it.`;
    case 'object.encoding':
      return zh
        ? `${quoted(step.key)} 的值由 ${step.from} 编码转为 ${step.to}。`
        : `The value of ${quoted(step.key)} changes its encoding from ${step.from} to ${step.to}.`;
    case 'dict.hash':
    case 'dict.bucket':
    case 'dict.walk':
    case 'dict.insert':
    case 'dict.remove':
    case 'dict.resize':
    case 'dict.move':
    case 'dict.rehash':
    case 'dict.swap':
    case 'dict.scan':
      return null;
    default: {
      const missed: never = step;
      return missed;
    }
  }
}

function narrateChange(mark: RowMark, before: KeyspaceView | null, language: Language): string {
  const zh = language === 'zh';
  const key = quoted(mark.row.key);
  const { row } = mark;
  if (mark.change === 'added') {
    return zh
      ? `多了一个键 ${key}：${row.type}，${row.encoding} 编码，占 ${formatBytes(row.memoryBytes)}。`
      : `${key} is new: a ${row.type}, encoded as ${row.encoding}, ${formatBytes(row.memoryBytes)}.`;
  }
  if (mark.change === 'removed') return zh ? `键 ${key} 没有了。` : `${key} is gone.`;
  const past = before?.rows.find((candidate) => rowId(candidate) === mark.id);
  if (past !== undefined && past.encoding !== row.encoding) {
    return zh
      ? `${key} 的值由 ${past.encoding} 编码变为 ${row.encoding}。`
      : `The value of ${key} is now encoded as ${row.encoding} instead of ${past.encoding}.`;
  }
  if (past !== undefined && past.expireAtMs !== row.expireAtMs) {
    if (row.expireAtMs < 0) return zh ? `${key} 不再过期。` : `${key} no longer expires.`;
    return past.expireAtMs < 0
      ? zh
        ? `${key} 有了过期时间。`
        : `${key} now has an expiry time.`
      : zh
        ? `${key} 的过期时间变了。`
        : `The expiry time of ${key} changes.`;
  }
  if (past !== undefined && past.memoryBytes !== row.memoryBytes) {
    return zh
      ? `${key} 的值变了，占用从 ${formatBytes(past.memoryBytes)} 变为 ${formatBytes(row.memoryBytes)}。`
      : `The value of ${key} changes, from ${formatBytes(past.memoryBytes)} to ${formatBytes(row.memoryBytes)}.`;
  }
  return zh ? `${key} 的值变了。` : `The value of ${key} changes.`;
}
