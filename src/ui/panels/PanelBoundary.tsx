import type { ReactNode } from 'react';
import { useText } from '../i18n/index.ts';
import { Boundary } from '../loading/Boundary.tsx';
import { NotLoadedError } from '../loading/lazily.tsx';
import { NotLoaded } from '../loading/NotLoaded.tsx';
import { ViewFailedError } from '../session/hooks.ts';
import { PanelFrame } from './PanelFrame.tsx';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A panel that throws, does not arrive or cannot be read takes down only itself. */
export function PanelBoundary({ title, children }: Props) {
  const text = useText();
  return (
    <Boundary
      otherwise={(problem, retry) => (
        <PanelFrame
          title={title}
          state="error"
          message={
            problem instanceof NotLoadedError ? (
              <NotLoaded retry={retry} />
            ) : (
              <>
                <p>{problem instanceof ViewFailedError ? text.panel.unread : text.panel.failed}</p>
                {problem instanceof ViewFailedError && <small>{problem.message}</small>}
                <button type="button" className="button" onClick={retry}>
                  {text.panel.retry}
                </button>
              </>
            )
          }
        />
      )}
    >
      {children}
    </Boundary>
  );
}
