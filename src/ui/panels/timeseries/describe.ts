/** A time series in words: figures beside the title, and the accessible table. */
import type { TimeSeriesView } from '../../../protocol/views.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { durationText, valueText } from './format.ts';
import { seriesWords } from './words.ts';

export function summariseSeries(view: TimeSeriesView, language: Language): readonly string[] {
  return [seriesWords[language].summary(view.totalSamples, view.chunkCount)];
}

export function accessibleSeries(view: TimeSeriesView, language: Language): AccessibleTable {
  const words = seriesWords[language];
  if (view.key === null || view.address === 0) return { caption: '', rows: [] };
  const rows = [
    {
      id: 'retention',
      name: words.figures.retention,
      text: view.retentionMs === 0 ? words.forever : durationText(view.retentionMs, language),
    },
    { id: 'chunkBytes', name: words.figures.chunk, text: formatAllBytes(view.chunkBytes) },
    { id: 'memory', name: words.figures.memory, text: formatAllBytes(view.memoryBytes) },
    ...view.chunks.map(({ samples, usedBits }, nth) => ({
      id: `chunk:${view.chunksFrom + nth}`,
      name: `${words.chunks} ${view.chunksFrom + nth + 1}`,
      text: words.accessibleChunk(samples, usedBits),
    })),
    ...view.samples.map(({ timestamp, text, stepFromBit, untilBit }) => ({
      id: `sample:${timestamp}`,
      name: String(timestamp),
      text: words.accessibleSample(text, stepFromBit, untilBit),
    })),
    ...view.rules.map(({ destination, aggregator, bucketMs, open }) => ({
      id: `rule:${destination}`,
      name: words.ruleText(destination, aggregator, durationText(bucketMs, language)),
      text: open === null ? words.ruleIdle : words.ruleOpen(open.samples, valueText(open.value)),
    })),
    ...view.index.map(({ label, keys }) => ({ id: `label:${label}`, name: label, text: keys.join(' ') })),
  ];
  return { caption: words.accessible(keyInSentence(view.key), view.totalSamples, view.chunkCount), rows };
}
