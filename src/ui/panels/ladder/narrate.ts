/** One sentence for each step of a sorted set. */
import type { Step } from '../../../protocol/steps.ts';
import type { LadderView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { ladderWords } from './words.ts';

export function narrateLadder(step: Step, view: LadderView, language: Language): string | null {
  const { narrate, asked } = ladderWords[language];
  switch (step.type) {
    case 'zset.moved': {
      if (step.zset !== view.address) return null;
      const { member, fromScore, toScore, fromRank, toRank } = step;
      const name = keyInSentence(member);
      if (fromScore === null) return narrate.added(name, toScore, toRank);
      if (fromRank === toRank) return narrate.stays(name, fromScore, toScore, toRank);
      const sentence = toRank > fromRank ? narrate.up : narrate.down;
      return sentence(name, fromScore, toScore, Math.abs(toRank - fromRank));
    }
    case 'zset.asked':
      if (step.zset !== view.address || view.query === null) return null;
      if (step.count === 0) return narrate.askedNobody;
      if (step.by === 'member') {
        return narrate.askedMember(step.reverse ? view.length - 1 - step.from : step.from, step.reverse);
      }
      return narrate.asked(asked(view.query), step.count, view.length);
    case 'skiplist.remove':
      return step.skiplist === view.skiplist ? narrate.takenOut(keyInSentence(step.member)) : null;
    case 'skiplist.insert':
      return step.skiplist === view.skiplist ? narrate.putIn(keyInSentence(step.member)) : null;
    case 'skiplist.visit':
      return view.rungs.some(({ member }) => member === step.member)
        ? narrate.visit(keyInSentence(step.member), step.rank - 1)
        : null;
    case 'object.encoding':
      return step.key === view.key ? narrate.encoding(keyInSentence(step.key), step.from, step.to) : null;
    default:
      return null;
  }
}
