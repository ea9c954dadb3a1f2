/** The words on the panel. */
import type { Pair } from '../../i18n/pair.ts';
import type { CommandHint } from '../TryCommand.tsx';

export interface KeyspaceWords {
  readonly title: string;
  readonly database: string;
  readonly columns: {
    readonly key: string;
    readonly type: string;
    readonly encoding: string;
    readonly value: string;
    readonly ttl: string;
    readonly memory: string;
  };
  readonly forever: string;
  readonly foreverHint: string;
  readonly overdue: string;
  readonly overdueHint: string;
  readonly list: string;
  readonly empty: CommandHint;
}

export const keyspaceWords: Pair<KeyspaceWords> = {
  en: {
    title: 'Keyspace',
    database: 'Database',
    columns: {
      key: 'Key',
      type: 'Type',
      encoding: 'Encoding',
      value: 'Value',
      ttl: 'Time left',
      memory: 'Memory',
    },
    forever: '—',
    foreverHint: 'does not expire',
    overdue: 'expired',
    overdueHint: 'expired, not deleted yet',
    list: 'Keys. Scroll to see more.',
    empty: {
      before: 'No keys in this database. Type ',
      command: 'SET greeting hello EX 60',
      after: ' and watch its time run out.',
    },
  },
  zh: {
    title: '键空间',
    database: '数据库',
    columns: { key: '键', type: '类型', encoding: '编码', value: '值', ttl: '剩余时间', memory: '内存' },
    forever: '—',
    foreverHint: '不会过期',
    overdue: '已过期',
    overdueHint: '已过期，还没被删除',
    list: '键的列表，可滚动。',
    empty: {
      before: '这个库里还没有键。输入 ',
      command: 'SET greeting hello EX 60',
      after: '，看它的时间流走。',
    },
  },
};
