/** One sentence for each step of a command that combines sets. */
import type { Step } from '../../../protocol/steps.ts';
import type { SetsView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { setsWords } from './words.ts';

export function narrateSets(step: Step, view: SetsView, language: Language): string | null {
  const { narrate, and } = setsWords[language];
  const { operation, sets } = view;
  if (operation === null) return null;
  const name = (at: number) => keyInSentence(sets[at]?.key ?? '…');
  const isDifference = operation.operation === 'difference';
  switch (step.type) {
    case 'sets.plan': {
      const [first, ...others] = step.order.map(name);
      const rest = others.join(and);
      if (step.operation === 'union') return narrate.union([first, ...others].join(and));
      if (step.operation === 'intersection') return narrate.intersection(first, rest);
      const sentence = step.way === 'look-up' ? narrate.lookUp : narrate.takeAway;
      return sentence(first, rest, step.lookUpCost, step.takeAwayCost);
    }
    case 'sets.probe': {
      const sentence = isDifference
        ? step.found
          ? narrate.foundDrop
          : narrate.notFoundGoOn
        : step.found
          ? narrate.found
          : narrate.notFound;
      return sentence(keyInSentence(step.member), name(step.operand));
    }
    case 'sets.take':
      return step.isNew
        ? narrate.take(keyInSentence(step.member), step.taken)
        : narrate.known(keyInSentence(step.member));
    case 'sets.drop':
      return step.wasThere
        ? narrate.drop(keyInSentence(step.member), step.taken)
        : narrate.notThere(keyInSentence(step.member));
    case 'sets.end':
      return narrate.end[step.why](step.probes, step.taken);
    default:
      return null;
  }
}
