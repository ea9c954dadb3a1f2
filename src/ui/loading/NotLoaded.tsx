import { useEffect, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { isOutdated } from './new-version.ts';
import { reload } from './reload.ts';

interface NotLoadedProps {
  readonly retry: () => void;
  /** The class of the row of buttons. */
  readonly actionsClass?: string;
}

/** Says that a part of the page did not arrive, and how to get it. */
export function NotLoaded({ retry, actionsClass = 'not-loaded-actions' }: NotLoadedProps) {
  const text = useText();
  const [outdated, setOutdated] = useState(false);
  useEffect(() => {
    let here = true;
    void isOutdated().then((found) => {
      if (here) setOutdated(found);
    });
    return () => {
      here = false;
    };
  }, []);
  return (
    <>
      <p>{outdated ? text.notLoaded.outdated : text.notLoaded.about}</p>
      <div className={actionsClass}>
        {!outdated && (
          <button type="button" className="button is-primary" onClick={retry}>
            {text.panel.retry}
          </button>
        )}
        <button
          type="button"
          className={outdated ? 'button is-primary' : 'button'}
          onClick={() => void reload()}
        >
          {text.reload}
        </button>
      </div>
    </>
  );
}
