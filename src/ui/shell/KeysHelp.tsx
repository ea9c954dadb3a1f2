import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useText } from '../i18n/index.ts';
import { DialogBoundary } from '../loading/DialogBoundary.tsx';
import { lazily } from '../loading/lazily.tsx';
import { keysHelp, listenForQuestionMark } from '../timeline/keys-help.ts';

const KeysDialog = lazily(async () => (await import('./KeysDialog.tsx')).KeysDialog);

/** The list of keys, fetched when it is first asked for. */
export function KeysHelp() {
  const text = useText();
  const isOpen = useStore(keysHelp, (state) => state.isOpen);
  useEffect(listenForQuestionMark, []);
  if (!isOpen) return null;
  const close = () => keysHelp.setState({ isOpen: false });
  return (
    <DialogBoundary title={text.shell.keys} onClose={close}>
      <KeysDialog onClose={close} />
    </DialogBoundary>
  );
}
