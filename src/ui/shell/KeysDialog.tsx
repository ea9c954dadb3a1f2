import { Fragment } from 'react';
import { navigate, parseRoute } from '../browser/routes.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { usePair, useText } from '../i18n/index.ts';
import { startTour } from '../lab/tour-state.ts';
import './keys-dialog.css';
import { keysWords } from './keys-words.ts';

export function KeysDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const words = usePair(keysWords);
  return (
    <Dialog title={text.shell.keys} onClose={onClose}>
      <p>{words.lead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list may be longer than the dialog, and keys scroll it. */}
      <section className="keys-groups" tabIndex={0} aria-label={text.shell.keys}>
        {words.groups.map(({ name, rows }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {rows.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key, nth) => (
                      <Fragment key={key}>
                        {nth > 0 && <span className="visually-hidden">{` ${words.or} `}</span>}
                        <kbd>{key}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
      <div className="dialog-actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            onClose();
            if (parseRoute(location.hash).page !== 'lab') navigate({ page: 'lab' });
            startTour();
          }}
        >
          {words.tour}
        </button>
        <button type="button" className="button is-primary" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
