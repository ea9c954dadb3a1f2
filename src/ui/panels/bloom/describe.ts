/** A Bloom filter in words: figures beside the title, and the accessible table. */
import type { BloomView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { rateText } from './format.ts';
import { isBitSet } from './item.ts';
import { bloomWords } from './words.ts';

export function summariseBloom(view: BloomView, language: Language): readonly string[] {
  return [bloomWords[language].summary(view.items, view.capacity)];
}

export function accessibleBloom(view: BloomView, language: Language): AccessibleTable {
  const words = bloomWords[language];
  if (view.key === null || view.address === 0) return { caption: '', rows: [] };
  const rows = [
    { id: 'rate', name: words.figures.rate, text: rateText(view.falsePositiveRate) },
    { id: 'size', name: words.figures.size, text: String(view.sizeBytes) },
    ...view.layers.map((layer, place) => ({
      id: `layer:${place}`,
      name: words.layer(place + 1),
      text: `${words.layerItems(layer.items, layer.entries)}, ${words.layerBits(layer.bitsSet, layer.bits, layer.hashes)}`,
    })),
  ];
  const set: number[] = [];
  for (let bit = view.from * 8; bit < (view.from + view.bytes.length) * 8; bit++)
    if (isBitSet(view, bit)) set.push(bit);
  rows.push({ id: 'bits', name: words.accessibleBits, text: set.join(' ') });
  const item = view.item ?? view.strangers?.found ?? null;
  if (item !== null) {
    const layer = item.layers.indexOf(true);
    const bits = item.bits.map(({ bit, isSet }, hash) => words.bit(hash, bit, isSet)).join(', ');
    const verdict = layer < 0 ? words.verdict.no : words.verdict.maybe(layer + 1);
    rows.push({ id: 'item', name: words.item(item.item), text: `${bits}. ${verdict}` });
  }
  return { caption: words.accessible(keyInSentence(view.key), view.items, view.layers.length), rows };
}
