/** A HyperLogLog in words: figures beside the title, and the accessible table. */
import type { HllView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { errorOf } from './estimate.ts';
import { histogramOf, registersOf, runsOf } from './read.ts';
import { hllWords } from './words.ts';

const mostRuns = 40;

export function summariseHll(view: HllView, language: Language): string[] {
  const words = hllWords[language];
  return [view.encoding ?? '', words.bytes(view.bytes.length)];
}

export function accessibleHll(view: HllView, language: Language): AccessibleTable {
  const words = hllWords[language];
  const { estimate, seen, cached, encoding, bytes } = view;
  const counts = histogramOf(registersOf(view));
  const truth = seen === null ? words.unknown : String(seen);
  const rows = [
    { id: 'estimate', name: words.accessibleEstimate, text: estimate ?? words.corrupt },
    {
      id: 'seen',
      name: words.accessibleSeen,
      text:
        seen === null || estimate === null
          ? truth
          : `${truth}, ${words.error(errorOf(Number(estimate), seen))}`,
    },
    { id: 'cached', name: words.accessibleCached, text: cached ?? words.stale },
    {
      id: 'set',
      name: words.accessibleSet,
      text: String(counts.slice(1).reduce((sum, count) => sum + count, 0)),
    },
    {
      id: 'histogram',
      name: words.accessibleHistogram,
      text: counts.map((count, value) => `${value}: ${count}`).join(', '),
    },
  ];
  if (encoding === 'sparse') {
    const runs = runsOf(view);
    const shown = runs.slice(0, mostRuns).map(({ run }) => words.runText(run));
    rows.push({
      id: 'runs',
      name: words.accessibleRuns,
      text: `${runs.length}: ${shown.join(', ')}${runs.length > mostRuns ? ' …' : ''}`,
    });
  }
  return { caption: words.accessible(keyInSentence(view.key ?? ''), encoding ?? '', bytes.length), rows };
}
