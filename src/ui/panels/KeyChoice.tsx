import './database-choice.css';

/** A key as it is shown and as it is. */
export interface NamedKey {
  readonly key: string;
  readonly keyBytes: Uint8Array;
}

/** The keys that are not yet named by the first choice, the one that is seen. */
export function otherNames(
  chosen: NamedKey | null,
  seen: { readonly key: string | null; readonly names: readonly NamedKey[] },
): readonly NamedKey[] {
  return chosen === null ? seen.names.filter(({ key }) => key !== seen.key) : seen.names;
}

interface KeyChoiceProps {
  readonly label: string;
  /** The words for "whatever the latest command worked on", with the key that is. */
  readonly latest: string;
  /** The key chosen; null while the panel goes with the commands. */
  readonly chosen: NamedKey | null;
  readonly names: readonly NamedKey[];
  readonly onChange: (chosen: NamedKey | null) => void;
}

/** Which key a panel shows: a word in its summary that can be changed. */
export function KeyChoice({ label, latest, chosen, names, onChange }: KeyChoiceProps) {
  const listed = chosen === null || names.some(({ key }) => key === chosen.key) ? names : [chosen, ...names];
  // A key may look like anything: options are told apart by their place.
  const at = chosen === null ? -1 : listed.findIndex(({ key }) => key === chosen.key);
  return (
    <select
      className="database-choice key-choice"
      aria-label={label}
      value={at}
      onChange={(event) => onChange(listed[Number(event.target.value)] ?? null)}
    >
      <option value={-1}>{latest}</option>
      {listed.map(({ key, keyBytes }, nth) => (
        <option key={keyBytes.join()} value={nth}>
          {key}
        </option>
      ))}
    </select>
  );
}
