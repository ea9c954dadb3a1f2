import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  onClose(): void;
  /** A click beside it does not close it. */
  readonly isFirm?: boolean;
  readonly children: ReactNode;
}

/** A modal sheet; the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, isFirm = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed while it is still in the page: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog with Escape.
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && !isFirm) onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  onYes(): void;
  onNo(): void;
}

/** Asks before something is lost. */
export function Question({ title, text, yes, no, onYes, onNo }: QuestionProps) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onNo}>
          {no}
        </button>
        <button type="button" className="button is-primary" onClick={onYes}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
