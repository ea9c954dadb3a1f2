/** One sentence for each step that takes or gives memory. */
import type { Step } from '../../../protocol/steps.ts';
import type { MemoryMapView } from '../../../protocol/views.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { memoryWords } from './words.ts';

export function narrateMemory(step: Step, view: MemoryMapView, language: Language): string | null {
  const { narrate } = memoryWords[language];
  const bytesOf = (key: string) => {
    const row = view.rows.find((one) => one.key === key);
    return row === undefined ? null : formatExactBytes(row.memoryBytes);
  };
  switch (step.type) {
    case 'lazyfree.queued':
      return narrate.queued(keyInSentence(step.subject), step.effort);
    case 'lazyfree.finished':
      return narrate.finished(keyInSentence(step.subject), formatExactBytes(step.freedBytes));
    case 'object.encoding': {
      const bytes = bytesOf(step.key);
      return bytes === null ? null : narrate.encoding(keyInSentence(step.key), step.from, step.to, bytes);
    }
    case 'dict.insert': {
      const bytes = bytesOf(step.key);
      return bytes === null ? null : narrate.inserted(keyInSentence(step.key), bytes);
    }
    case 'dict.remove':
      return narrate.removed(keyInSentence(step.key));
    default:
      return null;
  }
}
