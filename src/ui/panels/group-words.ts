/** The names of the groups of panels. */
import type { Pair } from '../i18n/pair.ts';
import type { PanelGroup } from './groups.ts';

export const groupWords: Pair<Readonly<Record<PanelGroup, string>>> = {
  en: {
    structures: 'Structures',
    types: 'Types of values',
    life: 'Key lifetime',
    server: 'The server at work',
    world: 'Several servers',
    modules: 'Modules',
    other: 'Others',
  },
  zh: {
    structures: '数据结构',
    types: '值的类型',
    life: '键的一生',
    server: '运行中的服务器',
    world: '多台服务器',
    modules: '模块',
    other: '其他',
  },
};
