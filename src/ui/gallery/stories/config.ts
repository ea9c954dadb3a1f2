import type { WatchTarget } from '../../../protocol/views.ts';
import type { Story } from '../story.ts';

const target: WatchTarget = { kind: 'config', db: 0 };

const stories: readonly Story[] = [
  {
    id: 'config-changed',
    title: { en: 'Three settings changed', zh: '改了三个设置' },
    // The list begins with these, so that they are in sight.
    given: ['CONFIG SET acllog-max-len 256 active-expire-effort 5', 'CONFIG SET activerehashing no'],
    target,
  },
  {
    id: 'config-old',
    title: { en: 'Defaults (6.2)', zh: '刚启动时（6.2）' },
    generation: '6.2',
    target,
  },
];

export default stories;
