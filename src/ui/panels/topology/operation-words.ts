import type { Pair } from '../../i18n/pair.ts';

interface OperationWords {
  readonly on: (node: string) => string;
  readonly between: (one: string, other: string) => string;
  readonly kill: string;
  readonly power: string;
  readonly restart: string;
  readonly freeze: string;
  readonly thaw: string;
  readonly console: string;
  readonly clock: string;
  readonly clockOffset: string;
  readonly clockRate: string;
  readonly clockSet: string;
  readonly clockRight: string;
  readonly fillDisk: string;
  readonly freeDisk: string;
  readonly remove: string;
  readonly wayTo: string;
  readonly cut: (from: string, to: string) => string;
  readonly mend: (from: string, to: string) => string;
  readonly cutBoth: string;
  readonly mendBoth: string;
  readonly slow: (from: string, to: string) => string;
  readonly usual: (from: string, to: string) => string;
  readonly close: string;
}

export const operationWords: Pair<OperationWords> = {
  en: {
    on: (node) => node,
    between: (one, other) => `${one} – ${other}`,
    kill: 'Kill',
    power: 'Cut the power',
    restart: 'Restart',
    freeze: 'Freeze',
    thaw: 'Thaw',
    console: 'Console here',
    clock: 'Clock…',
    clockOffset: 'Off by, seconds',
    clockRate: 'Rate',
    clockSet: 'Set clock',
    clockRight: 'Right clock',
    fillDisk: 'Fill its disk',
    freeDisk: 'Free its disk',
    remove: 'Remove',
    wayTo: 'Way to ',
    cut: (from, to) => `Cut ${from} → ${to}`,
    mend: (from, to) => `Mend ${from} → ${to}`,
    cutBoth: 'Cut both ways',
    mendBoth: 'Mend both ways',
    slow: (from, to) => `Slow ${from} → ${to}`,
    usual: (from, to) => `Usual speed ${from} → ${to}`,
    close: 'Close',
  },
  zh: {
    on: (node) => node,
    between: (one, other) => `${one} – ${other}`,
    kill: '杀掉',
    power: '断电',
    restart: '重启',
    freeze: '冻结',
    thaw: '解冻',
    console: '在这里开控制台',
    clock: '时钟……',
    clockOffset: '偏差（秒）',
    clockRate: '倍速',
    clockSet: '拨动时钟',
    clockRight: '时钟恢复正常',
    fillDisk: '写满磁盘',
    freeDisk: '腾出磁盘空间',
    remove: '移走',
    wayTo: '通往 ',
    cut: (from, to) => `断开 ${from} → ${to}`,
    mend: (from, to) => `恢复 ${from} → ${to}`,
    cutBoth: '双向断开',
    mendBoth: '双向恢复',
    slow: (from, to) => `放慢 ${from} → ${to}`,
    usual: (from, to) => `恢复速度 ${from} → ${to}`,
    close: '关闭',
  },
};
