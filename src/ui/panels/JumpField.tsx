import { type CSSProperties, useState } from 'react';
import './panel-tools.css';

/** The beginning of a window: type another number and press Enter to move it. */
export function JumpField(props: {
  readonly label: string;
  readonly value: number;
  readonly first: number;
  readonly last: number;
  readonly onJump: (wanted: number) => void;
}) {
  const { label, value, first, last, onJump } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const jump = () => {
    const wanted = draft === null ? Number.NaN : Number.parseInt(draft, 10);
    setDraft(null);
    if (Number.isFinite(wanted)) onJump(Math.min(Math.max(first, wanted), last));
  };
  return (
    <input
      className="panel-jump"
      inputMode="numeric"
      aria-label={label}
      style={{ '--digits': String(last).length } as CSSProperties}
      value={draft ?? String(value)}
      onChange={(event) => setDraft(event.target.value.replace(/\D/g, ''))}
      onFocus={(event) => event.target.select()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') jump();
        if (event.key === 'Escape') setDraft(null);
      }}
      onBlur={jump}
    />
  );
}
