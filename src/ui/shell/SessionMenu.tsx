import { lazy, Suspense, useState } from 'react';
import { Question } from '../controls/Dialog.tsx';
import { useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';
import { askForBackup, offerBackup } from './backups.ts';
import { askForFile, fileName, maxFileBytes, offerFile } from './files.ts';
import { useWorld } from './world.ts';

const SessionsDialog = lazy(async () => ({
  default: (await import('../storage/SessionsDialog.tsx')).SessionsDialog,
}));

/** Save to file, open file, new session. */
export function SessionMenu({ close, inLesson }: { close(): void; inLesson: boolean }) {
  const text = useText();
  const session = useSessionStore();
  const world = useWorld();
  const [asking, setAsking] = useState<'new' | 'sessions' | null>(null);
  const ready = session.getState().status === 'ready';

  const save = async () => {
    close();
    const saved = await session.actions.save('file', world.pageState());
    if (saved instanceof Uint8Array) {
      offerFile(saved, fileName(new Date()));
      session.actions.tell('saved');
    }
  };
  const open = async () => {
    close();
    const file = await askForFile();
    if (file === null) return;
    if (file.size > maxFileBytes) session.actions.tell('too-large', file.name);
    else await world.openFile(new Uint8Array(await file.arrayBuffer()));
  };
  const saveScript = async () => {
    close();
    const script = await session.actions.script();
    if (script === null) return;
    offerFile(new TextEncoder().encode(script), fileName(new Date(), 'redis'));
    session.actions.tell('saved');
  };
  const backUp = async () => {
    close();
    await offerBackup(session);
  };
  const takeBackup = async () => {
    close();
    await askForBackup(session);
  };
  const startNew = async () => {
    close();
    await world.startFresh();
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
      {ready && (
        <>
          <button type="button" className="menu-item" onClick={() => setAsking('sessions')}>
            {text.sessions.menu}
          </button>
          <button type="button" className="menu-item" onClick={saveScript}>
            {text.files.script}
          </button>
        </>
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
        <Suspense>
          <SessionsDialog onClose={close} />
        </Suspense>
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
