/** One sentence for each step of a Bloom filter. */
import type { Step } from '../../../protocol/steps.ts';
import type { BloomView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { rateText } from './format.ts';
import { bloomWords } from './words.ts';

/** Null for steps of other structures. */
export function narrateBloom(step: Step, view: BloomView, language: Language): string | null {
  const { narrate } = bloomWords[language];
  const isOurs = (layer: number) => view.layers.some(({ address }) => address === layer);
  switch (step.type) {
    case 'bloom.hash':
      return step.filter === view.address ? narrate.hash(step.item, step.bits.length) : null;
    case 'bloom.test':
      return isOurs(step.layer) ? narrate.test(step.hash, step.bit, step.isSet) : null;
    case 'bloom.set':
      return isOurs(step.layer) ? narrate.set(step.hash, step.bit, step.wasSet) : null;
    case 'bloom.layer':
      return step.filter === view.address
        ? narrate.layer(step.entries, step.bits, step.hashes, rateText(step.error))
        : null;
    default:
      return null;
  }
}
