import { useState } from 'react';
import { sessionLimits } from '../../protocol/session-limits.ts';
import { useActiveSession } from '../active-session/active-session.ts';
import { askForFile } from '../browser/files.ts';
import { Question } from '../controls/Dialog.tsx';
import { useText } from '../i18n/index.ts';
import { DialogBoundary } from '../loading/DialogBoundary.tsx';
import { lazily } from '../loading/lazily.tsx';
import { useSessionStore } from '../session/hooks.ts';
import { saveScript, saveToFile } from './save-session.ts';

const SessionsDialog = lazily(async () => (await import('./SessionsDialog.tsx')).SessionsDialog);

/** Save to file, open file, new session. */
export function SessionMenu({ close, inLesson }: { close(): void; inLesson: boolean }) {
  const text = useText();
  const session = useSessionStore();
  const active = useActiveSession();
  const [asking, setAsking] = useState<'new' | 'sessions' | null>(null);
  const ready = session.getState().status === 'ready';

  const save = async () => {
    close();
    await saveToFile(session, active.pageState());
  };
  const open = async () => {
    close();
    const file = await askForFile();
    if (file === null) return;
    if (file.size > sessionLimits.fileBytes) session.actions.notify('too-large', file.name);
    else await active.openFile(new Uint8Array(await file.arrayBuffer()));
  };
  const saveLines = async () => {
    close();
    await saveScript(session);
  };
  /** Rarely used: no part of the first load. */
  const withBackups = async (act: (backups: typeof import('../progress/backups.ts')) => Promise<void>) => {
    const backups = await import('../progress/backups.ts').catch(() => null);
    if (backups === null) session.actions.notify('not-loaded');
    else await act(backups);
  };
  const backUp = async () => {
    close();
    await withBackups(({ offerBackup }) => offerBackup(session));
  };
  const takeBackup = async () => {
    close();
    await withBackups(({ askForBackup }) => askForBackup(session));
  };
  const startNew = async () => {
    close();
    await active.startFresh();
  };

  return (
    <>
      {ready && (
        <button type="button" className="menu-item" onClick={save}>
          {text.files.save}
        </button>
      )}
      <button type="button" className="menu-item" onClick={open}>
        {text.files.open}
      </button>
      <button type="button" className="menu-item" onClick={() => setAsking('sessions')}>
        {text.sessions.menu}
      </button>
      {ready && (
        <button type="button" className="menu-item" onClick={saveLines}>
          {text.files.script}
        </button>
      )}
      <button type="button" className="menu-item" onClick={backUp}>
        {text.files.backup}
      </button>
      <button type="button" className="menu-item" onClick={takeBackup}>
        {text.files.takeBackup}
      </button>
      {!inLesson && (
        <button
          type="button"
          className="menu-item"
          onClick={() => {
            if (session.getState().frames.some((frame) => frame.kind === 'command')) setAsking('new');
            else void startNew();
          }}
        >
          {text.files.startNew}
        </button>
      )}
      {asking === 'sessions' && (
        <DialogBoundary title={text.sessions.title} onClose={close}>
          <SessionsDialog onClose={close} />
        </DialogBoundary>
      )}
      {asking === 'new' && (
        <Question
          title={text.files.startNew}
          text={text.files.startNewQuestion}
          yes={text.files.startNewYes}
          no={text.cancel}
          onYes={startNew}
          onNo={close}
        />
      )}
    </>
  );
}
