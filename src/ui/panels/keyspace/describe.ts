/** The database in words: the header's line, and the caption of the table. */
import type { KeyspaceView } from '../../../protocol/views.ts';
import { formatBytes, grouped } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';

export function summariseKeyspace(view: KeyspaceView, language: Language): readonly string[] {
  const zh = language === 'zh';
  const count = grouped[language];
  return [
    zh ? `${count(view.keys)} 个键` : `${count(view.keys)} ${view.keys === 1 ? 'key' : 'keys'}`,
    zh ? `${count(view.volatileKeys)} 个会过期` : `${count(view.volatileKeys)} with a TTL`,
    zh ? `内存 ${formatBytes(view.usedMemoryBytes)}` : `${formatBytes(view.usedMemoryBytes)} used`,
  ];
}

export function orderNote(view: KeyspaceView, language: Language): string | null {
  if (view.order === 'name') return null;
  return language === 'zh'
    ? '超过 1,000 个键，按桶的次序列出，不按名字排序。'
    : 'More than 1,000 keys: listed in bucket order, not by name.';
}

export function describeKeyspace(view: KeyspaceView, language: Language): string {
  const zh = language === 'zh';
  const count = grouped[language];
  const last = view.from + view.rows.length;
  if (view.keys === 0) return zh ? `${view.db} 号库没有键。` : `Database ${view.db} has no keys.`;
  const order =
    view.order === 'name' ? (zh ? '按名字排序' : 'sorted by name') : zh ? '按桶的次序' : 'in bucket order';
  return zh
    ? `${view.db} 号库的键，${order}：第 ${count(view.from + 1)} 到 ${count(last)} 个，共 ${count(view.keys)} 个。`
    : `Keys of database ${view.db}, ${order}: ${count(view.from + 1)} to ${count(last)} of ${count(view.keys)}.`;
}
