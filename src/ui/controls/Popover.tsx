import { type ReactNode, useEffect, useRef, useState } from 'react';

interface PopoverProps {
  /** The accessible name of the button. */
  readonly label: string;
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly above?: boolean;
  /** The sheet begins where the button begins, instead of ending where it ends. */
  readonly start?: boolean;
  children(close: () => void): ReactNode;
}

/** A button that opens a small sheet. It closes on Escape, on a click elsewhere and when the focus leaves it. */
export function Popover({
  label,
  button,
  buttonClass,
  above = false,
  start = false,
  children,
}: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from any control inside.
    <div
      className="popover"
      ref={root}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) {
          event.stopPropagation();
          close();
        }
      }}
      onBlur={(event) => {
        const to = event.relatedTarget as Node | null;
        if (to !== null && !root.current?.contains(to)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className={buttonClass}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className="popover-sheet" data-above={above} data-start={start}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
