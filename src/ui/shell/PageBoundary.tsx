import type { ReactNode } from 'react';
import { useText } from '../i18n/index.ts';
import { Boundary } from '../loading/Boundary.tsx';
import { NotLoadedError } from '../loading/lazily.tsx';
import { NotLoaded } from '../loading/NotLoaded.tsx';
import { reload } from '../loading/reload.ts';
import './message-page.css';

/** If a page breaks or does not arrive, the reader gets words instead of a blank sheet. */
export function PageBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary otherwise={(problem, retry) => <BrokenPage problem={problem} retry={retry} />}>
      {children}
    </Boundary>
  );
}

function BrokenPage({ problem, retry }: { readonly problem: unknown; readonly retry: () => void }) {
  const text = useText();
  return (
    <div className="message-page" role="alert">
      <div className="message-page-sheet">
        {problem instanceof NotLoadedError ? (
          <>
            <h1>{text.notLoaded.title}</h1>
            <NotLoaded retry={retry} actionsClass="message-page-actions" />
          </>
        ) : (
          <>
            <h1>{text.broken.title}</h1>
            <p>{text.broken.about}</p>
            <pre className="message-page-detail">
              {problem instanceof Error ? problem.message : String(problem)}
            </pre>
            <div className="message-page-actions">
              <button type="button" className="button is-primary" onClick={retry}>
                {text.panel.retry}
              </button>
              <button type="button" className="button" onClick={() => void reload()}>
                {text.reload}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}
