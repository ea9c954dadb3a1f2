/** What happened in a frame of several servers: who did it, and what has changed in how they stand. */
import type { FrameSummary } from '../../../protocol/messages.ts';
import type { Happening } from '../../../protocol/world.ts';
import type { Language } from '../../i18n/language.ts';
import { commandNumber, nodeName } from '../../session/frames.ts';
import { nodeAt, worldAt } from '../../session/nodes.ts';
import type { SessionState } from '../../session/store.ts';
import { type WorldFrameWords, worldFrameWords } from './words.ts';

type Told = Pick<SessionState, 'start' | 'frames'>;

/** "node-2 → node-5 · votes in epoch 7": without the commands before it. */
export function frameInWords(state: Told, frame: FrameSummary, language: Language): string {
  const words = worldFrameWords[language];
  const name = (node: number | undefined) => nodeName(state, node) ?? '';
  const node = name(frame.node);
  const happened = (frame.happened ?? []).map((each) => happeningInWords(state, frame, each, words));
  return [cause(), ...happened].join(' · ');

  function cause(): string {
    const { kind, change, disk, client, text } = frame;
    switch (kind) {
      case 'start':
        return words.start;
      case 'message':
        return words.message(name(frame.from), node, text);
      case 'cron':
        return words.byItself(node);
      case 'connect':
        return words.connects(client, node);
      case 'disconnect':
        return words.leaves(client, node);
      case 'crash':
      case 'restart':
        return words[kind](node);
      case 'disk':
        if (disk?.full !== undefined) return words[disk.full ? 'diskFull' : 'diskWell'](node);
        return disk?.fsyncMs === undefined ? words.disk(node) : words.diskSlow(node, disk.fsyncMs);
      case 'command':
        return words.at(text, node);
      case 'world':
        return change === undefined ? '' : changeInWords(change);
    }
  }

  function changeInWords(change: NonNullable<FrameSummary['change']>): string {
    switch (change.type) {
      case 'cut':
      case 'mend':
        return words[change.type](name(change.from), name(change.to));
      case 'slow':
        return words.slow(name(change.from), name(change.to), change.latency.ms);
      case 'freeze':
      case 'thaw':
      case 'remove':
        return words[change.type](name(change.node));
      case 'clock':
        return words.clock(name(change.node), change.offsetMs, change.rate);
      case 'add':
        return words.add(change.start.name);
    }
  }
}

function happeningInWords(
  { start, frames }: Told,
  frame: FrameSummary,
  happening: Happening,
  words: WorldFrameWords,
): string {
  const at = (address: string) => {
    const world = worldAt(start, frames, frame.index);
    return (world === null ? null : nodeAt(world, address))?.name ?? address;
  };
  switch (happening.what) {
    case 'role':
      return happening.role === 'master' ? words.isMaster : words.isReplica(at(happening.of));
    case 'link':
      return happening.isUp ? words.linkUp : words.linkDown;
    case 'sentinel':
      return `${happening.event} ${happening.text}`;
    case 'known':
      return words.known(happening.nodes);
    case 'slots':
      return words.slots(happening.count);
    case 'health':
      return words.health(at(happening.of), happening.health);
    case 'cluster':
      return happening.isOk ? words.clusterOk : words.clusterFails;
    case 'asks-votes':
      return words.asksVotes(happening.epoch);
    case 'vote':
      return words.votes(happening.epoch);
  }
}

/** The place of a frame that is no command: what happened, and after which command. */
export function placeOfFrame(state: Told, frame: FrameSummary, language: Language): string {
  const { frames } = state;
  const commands = commandNumber(frames, frames.length - 1);
  const what = frameInWords(state, frame, language);
  if (commands === 0 || frame.kind === 'start') return what;
  return worldFrameWords[language].after(what, commandNumber(frames, frame.index), commands);
}
