/** Whether the list of keys is open. The key `?` opens it wherever no text is being typed. */
import { createStore } from 'zustand/vanilla';

export const keysHelp = createStore<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export function openKeysHelp(): void {
  keysHelp.setState({ isOpen: true });
}

/** Elements in which a question mark is a letter. */
const typed = 'input, textarea, select, [contenteditable], dialog';

export function listenForQuestionMark(): () => void {
  const listener = (event: KeyboardEvent) => {
    // A Chinese input method may give the wide question mark.
    if (event.key !== '?' && event.key !== '？') return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(typed)) return;
    event.preventDefault();
    openKeysHelp();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}
