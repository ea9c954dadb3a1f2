/** One sentence for each step of a value in memory. */
import type { Step } from '../../../protocol/steps.ts';
import type { ObjectView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { objectWords } from './words.ts';

/** Null for steps of other values. */
export function narrateObject(step: Step, view: ObjectView, language: Language): string | null {
  const { narrate } = objectWords[language];
  switch (step.type) {
    case 'object.encoding':
      return step.key === view.key ? narrate.encoding(keyInSentence(step.key), step.from, step.to) : null;
    case 'sds.write':
      return isShown(view, step.sds) ? narrate.write(step.count, step.offset) : null;
    case 'sds.room': {
      if (!isShown(view, step.sds)) return null;
      const sentence = step.alloc > step.fromAlloc ? narrate.room : narrate.shrink;
      return [
        sentence(step.fromAlloc, step.alloc),
        step.header === step.fromHeader ? '' : narrate.header(step.fromHeader, step.header),
        step.sds === step.from ? '' : narrate.moved,
      ]
        .filter((sentence) => sentence !== '')
        .join(language === 'zh' ? '' : ' ');
    }
    default:
      return null;
  }
}

function isShown(view: ObjectView, sds: number): boolean {
  return view.value?.sds?.address === sds;
}
