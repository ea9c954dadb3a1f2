import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { Dialog } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';
import { useWorld } from '../shell/world.ts';
import { forgetSession, type KeptSession, keepSession, keptSessions } from './database.ts';
import { BEFORE_LINK } from './present.ts';
import './sessions.css';

/** Sessions kept in this browser under names of the reader's own. */
export function SessionsDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const language = useLanguage();
  const session = useSessionStore();
  const world = useWorld();
  const nameId = useId();
  const [sessions, setSessions] = useState<readonly KeptSession[] | null>(null);
  const [name, setName] = useState('');
  /** The one just removed: it can be brought back. */
  const [removed, setRemoved] = useState<KeptSession | null>(null);
  const list = useCallback(async () => setSessions(await keptSessions()), []);
  useEffect(() => void list(), [list]);

  const nameOf = ({ id, name: given }: KeptSession) =>
    id === BEFORE_LINK ? text.sessions.beforeLink : given;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const bytes = await session.actions.save('file', world.pageState());
    if (!(bytes instanceof Uint8Array)) return;
    const savedAtMs = Date.now();
    const kept = {
      id: crypto.randomUUID(),
      name: name.trim() || moment(savedAtMs, language),
      savedAtMs,
      bytes,
    };
    if (!(await keepSession(kept))) session.actions.tell('not-kept');
    setName('');
    await list();
  };
  const remove = async (kept: KeptSession) => {
    await forgetSession(kept.id);
    setRemoved(kept);
    await list();
  };
  const bringBack = async () => {
    if (removed !== null) await keepSession(removed);
    setRemoved(null);
    await list();
  };

  return (
    <Dialog title={text.sessions.title} onClose={onClose}>
      <form className="sessions-save" onSubmit={(event) => void save(event)}>
        <label className="only-heard" htmlFor={nameId}>
          {text.sessions.name}
        </label>
        <input
          id={nameId}
          type="text"
          value={name}
          maxLength={60}
          placeholder={text.sessions.name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button is-primary">
          {text.sessions.save}
        </button>
      </form>
      {sessions?.length === 0 && <p className="sessions-none">{text.sessions.none}</p>}
      <ul className="sessions-list" aria-label={text.sessions.title}>
        {sessions?.map((kept) => (
          <li key={kept.id}>
            <button
              type="button"
              className="sessions-open"
              onClick={() => {
                onClose();
                void world.openFile(kept.bytes);
              }}
            >
              <b>{nameOf(kept)}</b>
              <small>
                {moment(kept.savedAtMs, language)} · {text.sessions.size(kept.bytes.length)}
              </small>
            </button>
            <button
              type="button"
              className="icon-button is-quiet"
              aria-label={text.sessions.remove(nameOf(kept))}
              onClick={() => void remove(kept)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        {removed !== null && (
          <button type="button" className="button sessions-undo" onClick={() => void bringBack()}>
            {text.sessions.undo(nameOf(removed))}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {text.done}
        </button>
      </div>
    </Dialog>
  );
}

function moment(atMs: number, language: string): string {
  return new Date(atMs).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
