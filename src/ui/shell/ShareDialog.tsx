import { useEffect, useId, useRef, useState } from 'react';
import { useActiveSession } from '../active-session/active-session.ts';
import { fileName, offerFile } from '../browser/files.ts';
import { hashOf } from '../browser/routes.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';

/** Some programs cut links that are longer. */
const comfortableLength = 8000;

type Link =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly saved: string; readonly address: string; readonly copied: boolean }
  | { readonly state: 'too-long' };

/** Makes a link to the step looked at, copies it, and shows it. */
export function ShareDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const session = useSessionStore();
  const active = useActiveSession();
  const [link, setLink] = useState<Link>({ state: 'making' });
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldId = useId();

  useEffect(() => {
    let gone = false;
    session.actions.save('link', active.pageState()).then(async (saved) => {
      if (gone) return;
      if (typeof saved !== 'string') {
        session.actions.dismissNotice();
        setLink({ state: 'too-long' });
        return;
      }
      const { origin, pathname } = location;
      const address = `${origin}${pathname}${hashOf({ page: 'shared', saved })}`;
      setLink({ state: 'made', saved, address, copied: await copy(address) });
    });
    return () => {
      gone = true;
    };
  }, [session, active]);

  const saveFile = async () => {
    const saved = await session.actions.save('file', active.pageState());
    if (saved instanceof Uint8Array) offerFile(saved, fileName(new Date()));
  };

  return (
    <Dialog title={text.share.title} onClose={onClose}>
      {link.state === 'making' && <p role="status">{text.share.making}</p>}
      {link.state === 'too-long' && <p role="alert">{text.share.tooLong}</p>}
      {link.state === 'made' && (
        <>
          <p role="status">
            {link.copied ? text.share.copied : text.share.notCopied}{' '}
            {link.address.length > comfortableLength && text.share.long(link.address.length)}
          </p>
          <label className="visually-hidden" htmlFor={fieldId}>
            {text.share.link}
          </label>
          <textarea
            id={fieldId}
            ref={field}
            className="share-link"
            readOnly
            rows={4}
            value={link.address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <details className="share-embed">
            <summary>{text.share.embed}</summary>
            <textarea
              className="share-link"
              aria-label={text.share.embedCode}
              readOnly
              rows={4}
              value={frameCode(link.saved, shownPanels())}
              onFocus={(event) => event.currentTarget.select()}
            />
          </details>
        </>
      )}
      <div className="dialog-actions">
        {link.state === 'too-long' && (
          <button type="button" className="button" onClick={saveFile}>
            {text.files.save}
          </button>
        )}
        {link.state === 'made' && (
          <button
            type="button"
            className="button"
            onClick={async () => {
              const copied = await copy(link.address);
              if (!copied) field.current?.select();
              setLink({ ...link, copied });
            }}
          >
            {text.share.copy}
          </button>
        )}
        <button type="button" className="button is-primary" onClick={onClose}>
          {text.done}
        </button>
      </div>
    </Dialog>
  );
}

/** The panels on the page, which the frame will show. */
function shownPanels(): readonly string[] {
  const watched = [...document.querySelectorAll<HTMLElement>('[data-panel]')].map(
    ({ dataset }) => dataset.panel,
  );
  const panels = watched.filter((panel) => panel !== undefined);
  return panels.length === 0 ? ['dict'] : panels;
}

function frameCode(saved: string, panels: readonly string[]): string {
  const { origin, pathname } = location;
  const address = `${origin}${pathname}${hashOf({ page: 'embed', panels, saved })}`;
  return `<iframe src="${address}" title="Rediscope" width="100%" height="560" loading="lazy"></iframe>`;
}

async function copy(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    // Not every browser lets a page write to the clipboard; the field can be copied by hand.
    return false;
  }
}
