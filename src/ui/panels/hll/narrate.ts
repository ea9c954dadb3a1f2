/** One sentence for each step of a HyperLogLog. */
import type { Step } from '../../../protocol/steps.ts';
import type { HllView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { hllWords } from './words.ts';

export function narrateHll(step: Step, view: HllView, language: Language): string | null {
  const { narrate, runText } = hllWords[language];
  // Other HyperLogLogs may be at work in the same command.
  if ('sds' in step && step.sds !== view.sds) return null;
  switch (step.type) {
    case 'hyperloglog.hash':
      return narrate.hash(keyInSentence(step.element), step.register, step.rank);
    case 'hyperloglog.register':
      return step.to > step.from
        ? narrate.raised(step.register, step.from, step.to)
        : narrate.kept(step.register, step.from);
    case 'hyperloglog.split':
      return narrate.split(runText(step.from), step.to.map(runText).join(' · '));
    case 'hyperloglog.merge':
      return narrate.merge(runText(step.run));
    case 'hyperloglog.promote':
      return narrate.promote[step.why](step.sparseBytes, step.denseBytes);
    case 'hyperloglog.count':
      return step.cached ? narrate.cached(step.count) : narrate.counted(step.count);
    default:
      return null;
  }
}
