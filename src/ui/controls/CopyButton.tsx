import { useEffect, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { Icon } from './Icon.tsx';

/** How long it says that it has copied. */
const saidMs = 2000;

/** Copies a text, and says so in its place. */
export function CopyButton({ text: copied }: { readonly text: string }) {
  const text = useText();
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), saidMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(copied);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  const said = outcome === null ? text.copy.copy : text.copy[outcome];
  return (
    <>
      <button
        type="button"
        className="copy-button"
        aria-label={text.copy.copy}
        title={said}
        data-outcome={outcome ?? undefined}
        onClick={() => void copy()}
      >
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={14} />
      </button>
      <span className="visually-hidden" aria-live="polite">
        {outcome === null ? '' : text.copy[outcome]}
      </span>
    </>
  );
}
