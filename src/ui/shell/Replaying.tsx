import type { CSSProperties } from 'react';
import { Dialog } from '../controls/Dialog.tsx';
import { useText } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';
import './replaying.css';

/** The progress of a long load, and a way to cancel it. */
export function Replaying() {
  const { replay: text } = useText();
  const replaying = useSession((state) => state.replaying);
  const { stopLoad } = useActions();
  if (replaying === null) return null;
  const { done, of } = replaying;
  const isReading = of === 0;
  const progress = isReading ? text.reading : text.progress(done, of);
  return (
    <Dialog title={text.title} onClose={stopLoad} isFirm>
      <p>{text.about}</p>
      <div
        className="progress replaying-bar"
        role="progressbar"
        aria-label={text.title}
        aria-valuemin={0}
        aria-valuemax={isReading ? undefined : of}
        aria-valuenow={isReading ? undefined : done}
        aria-valuetext={progress}
        style={{ '--fraction': isReading ? 0 : done / of } as CSSProperties}
      >
        <i />
      </div>
      <p className="replaying-figures">{progress}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={stopLoad}>
          {text.stop}
        </button>
      </div>
    </Dialog>
  );
}
