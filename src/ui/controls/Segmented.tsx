import { useId } from 'react';

interface Choice<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
}

interface SegmentedProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  onChange(value: Value): void;
}

/** A few choices side by side, one of them selected. */
export function Segmented<Value extends string | number>({
  label,
  value,
  choices,
  onChange,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className="segmented" aria-label={label}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
