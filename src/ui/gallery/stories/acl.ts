import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const target: WatchTarget = { kind: 'acl', db: 0, window: { from: 0, count: 20 } };

const stories: readonly Story[] = [
  {
    id: 'acl-refused',
    title: { en: 'A user, and what it was refused', zh: '一个用户，以及它被拒绝的命令' },
    given: [
      'ACL SETUSER shop on >tea ~order:* &orders +@read +@write -@dangerous',
      '2> AUTH shop tea',
      '2> SET order:7 paid',
      '2> KEYS *',
      '2> GET user:7',
      '2> GET user:7',
      '3> AUTH shop coffee',
    ],
    target,
  },
  {
    id: 'acl-default',
    title: { en: 'Only the default user', zh: '只有默认用户' },
    target,
  },
];

export default stories;
