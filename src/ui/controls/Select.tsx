import { Icon } from './Icon.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices?: readonly Choice[];
  /** Many choices under headings. */
  readonly groups?: readonly { readonly label: string; readonly choices: readonly Choice[] }[];
  onChange(value: string): void;
}

export function Select({ label, value, choices = [], groups = [], onChange }: SelectProps) {
  const options = (offered: readonly Choice[]) =>
    offered.map((choice) => (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ));
  return (
    <span className="select">
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options(choices)}
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            {options(group.choices)}
          </optgroup>
        ))}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
}
