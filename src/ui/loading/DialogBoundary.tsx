import { type ReactNode, Suspense } from 'react';
import { Dialog } from '../controls/Dialog.tsx';
import { useText } from '../i18n/index.ts';
import { Boundary } from './Boundary.tsx';
import { NotLoadedError } from './lazily.tsx';
import { NotLoaded } from './NotLoaded.tsx';

interface DialogBoundaryProps {
  readonly title: string;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog that loads when it is opened: if it does not arrive or breaks, a dialog says so. */
export function DialogBoundary({ title, onClose, children }: DialogBoundaryProps) {
  const text = useText();
  return (
    <Boundary
      otherwise={(problem, retry) => (
        <Dialog title={title} onClose={onClose}>
          {problem instanceof NotLoadedError ? (
            <NotLoaded retry={retry} actionsClass="dialog-actions" />
          ) : (
            <>
              <p>{text.broken.about}</p>
              <div className="dialog-actions">
                <button type="button" className="button" onClick={onClose}>
                  {text.cancel}
                </button>
                <button type="button" className="button is-primary" onClick={retry}>
                  {text.panel.retry}
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    >
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
