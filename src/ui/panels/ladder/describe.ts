/** The ladder in words: figures beside the title, and the accessible table. */
import type { LadderView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { rungsOf } from './rung.ts';
import { ladderWords } from './words.ts';

export function summariseLadder(view: LadderView, language: Language): string[] {
  const { length, scores } = ladderWords[language];
  return [length(view.length), view.encoding ?? '', scores(view.lowest ?? '', view.highest ?? '')];
}

export function accessibleLadder(view: LadderView, language: Language): AccessibleTable {
  const words = ladderWords[language];
  const rows = rungsOf(view)
    .reverse()
    .map(({ member, score, rank, standing }) => ({
      id: `rung:${member}`,
      name: member,
      text: words.accessibleRung(score, rank, standing === 'taken'),
    }));
  const { query } = view;
  const asked =
    query === null
      ? []
      : [
          {
            id: 'query',
            name: words.accessibleQuery,
            text: `${query.command}: ${words.asked(query)}, ${words.inIt(query.takenCount)}`,
          },
        ];
  return {
    caption: words.accessible(keyInSentence(view.key ?? ''), view.length, view.encoding ?? ''),
    rows: [...asked, ...rows],
  };
}
