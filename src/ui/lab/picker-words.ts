/** The words of the panel picker. */
import type { Pair } from '../i18n/pair.ts';

interface PickerWords {
  readonly title: string;
  readonly lead: string;
  readonly search: string;
  readonly found: (count: number) => string;
  readonly none: (query: string) => string;
  readonly onStage: string;
  readonly beside: string;
  /** What a screen reader hears of the box that puts a panel beside the stage. */
  readonly besideOf: (panel: string) => string;
  readonly keys: string;
  readonly gallery: string;
  readonly close: string;
  /** What the button in the toolbar is called. */
  readonly open: (stage: string, beside: readonly string[]) => string;
  readonly and: string;
  readonly more: (count: number) => string;
}

export const pickerWords: Pair<PickerWords> = {
  en: {
    title: 'Choose panels',
    lead: 'Click a picture to put that panel on the stage. Tick “beside” to see it next to the stage.',
    search: 'Search panels',
    found: (count) => (count === 1 ? '1 panel' : `${count} panels`),
    none: (query) => `No panel matches “${query}”.`,
    onStage: 'on the stage',
    beside: 'beside',
    besideOf: (panel) => `${panel} beside the stage`,
    keys: 'Arrow keys move, Enter puts a panel on the stage, Shift+Enter beside it, letters search, Esc closes.',
    gallery: 'Gallery: every panel in all its states',
    close: 'Done',
    open: (stage, beside) =>
      `Choose panels. On the stage: ${stage}.${beside.length === 0 ? '' : ` Beside it: ${beside.join(', ')}.`}`,
    and: ', ',
    more: (count) => `${count} panels`,
  },
  zh: {
    title: '选择面板',
    lead: '点图片，把这个面板放到主位；勾选“放在旁边”，就能和主位一起看。',
    search: '搜索面板',
    found: (count) => `${count} 个面板`,
    none: (query) => `没有找到和“${query}”有关的面板。`,
    onStage: '在主位',
    beside: '放在旁边',
    besideOf: (panel) => `把${panel}放在旁边`,
    keys: '方向键移动，回车放到主位，Shift+回车放在旁边，直接打字就是搜索，Esc 关闭。',
    gallery: '陈列室：每个面板的各种样子',
    close: '完成',
    open: (stage, beside) =>
      `选择面板。主位：${stage}。${beside.length === 0 ? '' : `旁边：${beside.join('、')}。`}`,
    and: '、',
    more: (count) => `${count} 个面板`,
  },
};
