import { useLanguage } from '../i18n/index.ts';
import './database-choice.css';

/** A key as printed text and as bytes. */
export interface NamedKey {
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

const words = {
  en: { follows: 'Follows the commands', stays: 'Stays at' },
  zh: { follows: '跟随命令', stays: '固定在' },
};

interface KeyChoiceProps {
  readonly label: string;
  /** The key of the latest command, or words for it while there is none. */
  readonly latest: string;
  /** The chosen key; null while the panel follows the commands. */
  readonly chosen: NamedKey | null;
  readonly names: readonly NamedKey[];
  readonly onChange: (chosen: NamedKey | null) => void;
}

/** The key a panel shows: a word in its summary that can be changed. */
export function KeyChoice({ label, latest, chosen, names, onChange }: KeyChoiceProps) {
  const { follows, stays } = words[useLanguage()];
  const listed = chosen === null || names.some(({ key }) => key === chosen.key) ? names : [chosen, ...names];
  // Two keys may print alike: options are distinguished by their place.
  const at = chosen === null ? -1 : listed.findIndex(({ key }) => key === chosen.key);
  return (
    <select
      className="database-choice key-choice"
      aria-label={label}
      value={at}
      onChange={(event) => onChange(listed[Number(event.target.value)] ?? null)}
    >
      <optgroup label={follows}>
        <option value={-1}>{latest}</option>
      </optgroup>
      {listed.length > 0 && (
        <optgroup label={stays}>
          {listed.map(({ key, keyBytes }, nth) => (
            <option key={keyBytes.join()} value={nth}>
              {key}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
