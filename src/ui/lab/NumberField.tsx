interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  onChange(value: number): void;
}

/** A number within bounds; a value beyond them is clamped. */
export function NumberField({ label, value, least, most, step = 1, onChange }: NumberFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        min={least}
        max={most}
        step={step}
        value={value}
        onChange={({ target }) => {
          const typed = target.valueAsNumber;
          if (Number.isFinite(typed)) onChange(Math.min(most, Math.max(least, typed)));
        }}
      />
    </label>
  );
}
