/** The panel of locks in its states, from the recorded session in locks-recorded.json. */
import type { LocksView } from '../../protocol/views.ts';
import type { Pair } from '../i18n/pair.ts';
import type { GalleryItem } from './gallery-link.ts';
import recorded from './locks-recorded.json';

export type LocksStory = keyof typeof recorded;

/** The panel after each frame of a story. The gallery knows one frame: all events belong to it or to none. */
export function locksStory(name: LocksStory): readonly LocksView[] {
  const views = recorded[name] as unknown as readonly LocksView[];
  return views.map((view) => {
    const lastFrame = view.events.at(-1)?.frame;
    const events = view.events.map((event) => ({ ...event, frame: event.frame === lastFrame ? 0 : -1 }));
    return { ...view, events };
  });
}

function story(name: LocksStory, title: Pair, moment?: number): GalleryItem {
  const views = locksStory(name);
  return {
    id: `locks-${name}`,
    panel: 'locks',
    title,
    recording: { command: null, steps: views.map(() => null), view: (at) => views[at] },
    moment: moment ?? views.length - 1,
  };
}

export const locksItems: readonly GalleryItem[] = [
  story('empty', { en: 'Locks, none yet', zh: '锁竞争：还没有人抢' }),
  story('orphaned', { en: 'Locks, a holder that crashed', zh: '锁竞争：持有者崩溃' }),
  story('wrong', { en: 'Locks, a wrong release', zh: '锁竞争：误删别人的锁' }),
  story('script', { en: 'Locks, released by a script', zh: '锁竞争：用脚本释放' }),
  story('crowd', { en: 'Locks, more clients than lanes', zh: '锁竞争：客户端太多' }),
];
