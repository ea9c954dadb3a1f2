import type { Pair } from '../../i18n/pair.ts';

interface OperationWords {
  readonly on: (node: string) => string;
  readonly between: (one: string, other: string) => string;
  readonly kill: string;
  readonly restart: string;
  readonly freeze: string;
  readonly thaw: string;
  readonly console: string;
  readonly wayTo: string;
  readonly cut: (from: string, to: string) => string;
  readonly mend: (from: string, to: string) => string;
  readonly slow: (from: string, to: string) => string;
  readonly usual: (from: string, to: string) => string;
  readonly close: string;
}

export const operationWords: Pair<OperationWords> = {
  en: {
    on: (node) => node,
    between: (one, other) => `${one} – ${other}`,
    kill: 'Kill',
    restart: 'Restart',
    freeze: 'Freeze',
    thaw: 'Thaw',
    console: 'Console here',
    wayTo: 'Way to ',
    cut: (from, to) => `Cut ${from} → ${to}`,
    mend: (from, to) => `Mend ${from} → ${to}`,
    slow: (from, to) => `Slow ${from} → ${to}`,
    usual: (from, to) => `Usual speed ${from} → ${to}`,
    close: 'Close',
  },
  zh: {
    on: (node) => node,
    between: (one, other) => `${one} – ${other}`,
    kill: '杀掉',
    restart: '重启',
    freeze: '冻结',
    thaw: '解冻',
    console: '在这里开控制台',
    wayTo: '通往 ',
    cut: (from, to) => `断开 ${from} → ${to}`,
    mend: (from, to) => `恢复 ${from} → ${to}`,
    slow: (from, to) => `放慢 ${from} → ${to}`,
    usual: (from, to) => `恢复速度 ${from} → ${to}`,
    close: '关闭',
  },
};
