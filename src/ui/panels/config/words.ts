/** The words on the panel. */
import type { Pair } from '../../i18n/pair.ts';
import type { Selection } from './rows.ts';

export interface ConfigWords {
  readonly title: string;
  readonly summary: (shown: number, changed: number) => string;
  readonly search: string;
  readonly selection: string;
  readonly selections: Readonly<Record<Selection, string>>;
  readonly none: string;
  readonly idle: string;
  readonly fixed: string;
  readonly reset: (name: string, value: string) => string;
  readonly byDefault: (value: string) => string;
  readonly emptyText: string;
}

export const configWords: Pair<ConfigWords> = {
  en: {
    title: 'Configuration',
    summary: (shown, changed) => `${shown} parameters · ${changed} changed`,
    search: 'Search parameters',
    selection: 'Parameters to show',
    selections: { working: 'With effect', changed: 'Changed', all: 'All' },
    none: 'No matching parameter.',
    idle: 'stored and returned, but has no effect here',
    fixed: 'set at start only',
    reset: (name, value) => `Set ${name} back to ${value === '' ? 'nothing' : value}`,
    byDefault: (value) => `default ${value === '' ? '""' : value}`,
    emptyText: 'empty',
  },
  zh: {
    title: '配置',
    summary: (shown, changed) => `${shown} 个参数 · 改过 ${changed} 个`,
    search: '搜索参数',
    selection: '显示哪些参数',
    selections: { working: '有作用的', changed: '改过的', all: '全部' },
    none: '没有这样的参数。',
    idle: '可以读写，但在这里不起作用',
    fixed: '只能在启动时设置',
    reset: (name, value) => `把 ${name} 恢复成${value === '' ? '空' : ` ${value}`}`,
    byDefault: (value) => `默认 ${value === '' ? '""' : value}`,
    emptyText: '空',
  },
};
