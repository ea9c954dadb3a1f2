import { useEffect, useState } from 'react';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { DialogBoundary } from '../loading/DialogBoundary.tsx';
import { lazily } from '../loading/lazily.tsx';

const SearchDialog = lazily(async () => (await import('../search/SearchDialog.tsx')).SearchDialog);

/** Elements in which a slash is a letter. */
const typed = 'input, textarea, select, [contenteditable], dialog';

/** The search of the course: a button, `/` where nothing is typed, and Ctrl+K everywhere. */
export function Search() {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      const isTyped = event.target instanceof Element && event.target.closest(typed) !== null;
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyped;
      if (event.defaultPrevented || !(isCommand || isSlash)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  // Who goes back with the browser has left the search, too.
  useEffect(() => {
    const leave = () => setOpen(false);
    window.addEventListener('hashchange', leave);
    return () => window.removeEventListener('hashchange', leave);
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="icon-button is-quiet"
        aria-label={text.shell.search}
        title={`${text.shell.search} (/)`}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </button>
      {isOpen && (
        <DialogBoundary title={text.shell.search} onClose={close}>
          <SearchDialog onClose={close} />
        </DialogBoundary>
      )}
    </>
  );
}
