/** The sets in words: figures beside the title, and the accessible table. */
import type { SetsView } from '../../../protocol/views.ts';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { namesIn } from './layout.ts';
import { setsWords } from './words.ts';

export function summariseSets(view: SetsView, language: Language): string[] {
  return view.sets.map(({ key, size }) => `${key} ${formatCount(size, language)}`);
}

export function accessibleSets(view: SetsView, language: Language): AccessibleTable {
  const words = setsWords[language];
  const { operation, sets } = view;
  const rows = sets.map(({ key, size, encoding }, at) => ({
    id: `set:${at}`,
    name: key,
    text: encoding === null ? words.missing : `${words.size(size)}, ${encoding}`,
  }));
  for (const { mask, count } of view.regions) {
    const names = namesIn(sets, mask, words.and);
    const isSingle = (mask & (mask - 1)) === 0;
    rows.push({
      id: `region:${mask}`,
      name: isSingle ? words.region.only(names) : words.region.all(names),
      text: `${words.region.note(count)}: ${view.members
        .filter((member) => member.mask === mask)
        .map(({ member }) => member)
        .join(words.and)}`,
    });
  }
  if (operation !== null) {
    rows.push({
      id: 'work',
      name: `${words.operation[operation.operation]}, ${words.accessibleWork}`,
      text: words.worked(operation.way, operation.probes, operation.taken),
    });
  }
  return { caption: words.accessible(sets.map(({ key }) => key).join(words.and)), rows };
}
