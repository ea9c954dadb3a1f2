import type { PackedValueView } from '../../../protocol/views-packed.ts';
import { formatAllBytes } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { keyInSentence } from '../label.ts';
import { elementCount } from './describe.ts';
import type { PackedWords } from './words.ts';

interface PackedConvertedProps {
  readonly keyName: string;
  readonly value: PackedValueView;
  /** The value before this very command; null if it had converted earlier. */
  readonly before: PackedValueView | null;
  readonly words: PackedWords;
  readonly language: Language;
}

/** The new form of a value that no longer fits packed bytes, and the limit it passed. */
export function PackedConverted({ keyName, value, before, words, language }: PackedConvertedProps) {
  const { converted } = words;
  const key = keyInSentence(keyName);
  const packed = before?.encoding ?? value.packedEncoding ?? '';
  const structure = converted.structure[value.encoding];
  const isOver = value.limits.some(({ found, limit }) => found > limit);
  return (
    <div className={`packed-converted${before === null ? '' : ' is-now'}`}>
      <p className="packed-became">
        {before === null
          ? converted.still(key, value.encoding, packed)
          : converted.now(key, packed, value.encoding)}
      </p>
      <dl>
        {value.limits.map(({ name, found, limit, of }) => (
          <div key={name} data-over={found > limit}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {words.limitFigures(found, limit, of)}
              <i>{found > limit ? converted.over : converted.within}</i>
            </dd>
          </div>
        ))}
        <div>
          <dt>{converted.memory}</dt>
          <dd>
            {before !== null && <s>{formatAllBytes(before.memoryBytes)}</s>}
            <b>{formatAllBytes(value.memoryBytes)}</b>
            <i>{elementCount(value, language)}</i>
          </dd>
        </div>
      </dl>
      {!isOver && value.packedEncoding === 'intset' && <p>{converted.wrongKind}</p>}
      {!isOver && before !== null && value.packedEncoding !== 'intset' && <p>{converted.ahead}</p>}
      {structure !== undefined && <p>{structure}</p>}
      <p>{converted.never(packed)}</p>
    </div>
  );
}
