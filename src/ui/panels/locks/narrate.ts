/** What happened to the lock in the frame looked at, in one sentence or a few; null if nothing did. */
import type { LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { describeEvent, namesOf } from './describe.ts';
import { locksWords } from './words.ts';

const mostSentences = 3;

export function narrateLocks(view: LocksView, frame: number, language: Language): string | null {
  const events = view.events.filter((event) => event.frame === frame);
  if (events.length === 0) return null;
  const sentences = events.slice(-mostSentences).map((event) => describeEvent(view, event, language));
  // A clash that begins here matters most, so it comes last.
  const first = view.events.indexOf(events[0]);
  const begun = view.conflicts.find(({ from }) => from >= first && view.events[from]?.frame === frame);
  if (begun !== undefined) {
    const alarm = locksWords[language].alarm(namesOf(view, begun.clients, language));
    sentences.push(language === 'zh' ? `${alarm}！` : `${capital(alarm)}!`);
  }
  return sentences.join(language === 'zh' ? '' : ' ');
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
