import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { useActiveSession } from '../active-session/active-session.ts';
import { fileName, offerFile } from '../browser/files.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useLanguage, useText } from '../i18n/index.ts';
import { useSession, useSessionStore } from '../session/hooks.ts';
import { listenToTabs } from '../storage/channel.ts';
import {
  forgetSession,
  type KeptSession,
  keepSession,
  keptSessions,
  newSessionId,
  sessionBytes,
} from '../storage/database.ts';
import { openSessions } from '../storage/tabs.ts';
import './sessions.css';

interface Listed {
  readonly sessions: readonly KeptSession[];
  /** The sessions that tabs have open. */
  readonly open: ReadonlySet<string>;
}

/** Sessions kept in this browser: named by the reader, set aside, or left in a tab. */
export function SessionsDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const language = useLanguage();
  const session = useSessionStore();
  const isReady = useSession((state) => state.status === 'ready');
  const active = useActiveSession();
  const nameId = useId();
  const [listed, setListed] = useState<Listed | null>(null);
  const [name, setName] = useState('');
  /** The session just removed, which can be brought back. */
  const [removed, setRemoved] = useState<{ kept: KeptSession; bytes: Uint8Array | null } | null>(null);
  const list = useCallback(async () => {
    const open = await openSessions();
    const sessions = (await keptSessions()).filter(({ id }) => id !== active.liveId());
    setListed({ sessions, open });
  }, [active]);
  useEffect(() => {
    void list();
    return listenToTabs(({ type }) => {
      if (type === 'sessions') void list();
    });
  }, [list]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const bytes = await session.actions.save('file', active.pageState());
    if (!(bytes instanceof Uint8Array)) return;
    const savedAtMs = Date.now();
    const kept = {
      id: newSessionId(),
      name: name.trim() || moment(savedAtMs, language),
      savedAtMs,
      sizeBytes: bytes.length,
    };
    if (await keepSession(kept, [bytes])) {
      active.noteKept();
      setName('');
    } else session.actions.notify('not-kept');
    await list();
  };
  const remove = async (kept: KeptSession) => {
    const bytes = await sessionBytes(kept.id);
    if (await forgetSession(kept.id)) setRemoved({ kept, bytes });
    await list();
  };
  const bringBack = async () => {
    if (removed?.bytes instanceof Uint8Array) await keepSession(removed.kept, [removed.bytes]);
    setRemoved(null);
    await list();
  };
  const download = async (kept: KeptSession) => {
    const bytes = await sessionBytes(kept.id);
    if (bytes !== null) offerFile(bytes, fileName(new Date(kept.savedAtMs)));
  };

  return (
    <Dialog title={text.sessions.title} onClose={onClose}>
      {isReady && (
        <form className="sessions-save" onSubmit={(event) => void save(event)}>
          <label className="visually-hidden" htmlFor={nameId}>
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
      )}
      {listed?.sessions.length === 0 && <p className="sessions-none">{text.sessions.none}</p>}
      <ul className="sessions-list" aria-label={text.sessions.title}>
        {listed?.sessions.map((kept) => (
          <Row
            key={kept.id}
            kept={kept}
            isElsewhere={listed.open.has(kept.id)}
            onOpen={() => {
              onClose();
              void active.openKept(kept);
            }}
            onDownload={() => void download(kept)}
            onRemove={() => void remove(kept)}
          />
        ))}
      </ul>
      <div className="dialog-actions">
        {removed !== null && removed.bytes !== null && (
          <button type="button" className="button sessions-undo" onClick={() => void bringBack()}>
            {text.sessions.undo(nameOf(removed.kept, text))}
          </button>
        )}
        <button type="button" className="button" onClick={onClose}>
          {text.done}
        </button>
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly kept: KeptSession;
  readonly isElsewhere: boolean;
  onOpen(): void;
  onDownload(): void;
  onRemove(): void;
}

function Row({ kept, isElsewhere, onOpen, onDownload, onRemove }: RowProps) {
  const text = useText();
  const language = useLanguage();
  const name = nameOf(kept, text);
  const { problem } = kept;
  const known: Readonly<Record<string, string>> = text.sessions.problems;
  return (
    <li>
      <button
        type="button"
        className="sessions-open"
        aria-label={isElsewhere ? text.sessions.takeOver(name) : problem && text.sessions.retry(name)}
        onClick={onOpen}
      >
        <b>{name}</b>
        <small>
          {moment(kept.savedAtMs, language)} · {text.sessions.size(kept.sizeBytes)}
          {isElsewhere && ` · ${text.sessions.elsewhere}`}
        </small>
        {problem !== undefined && (
          <small className="sessions-problem">
            {text.sessions.problem}
            {known[problem.code] ?? problem.code}
            {problem.detail !== '' && ` (${problem.detail})`}
          </small>
        )}
      </button>
      <button
        type="button"
        className="icon-button is-quiet"
        aria-label={text.sessions.download(name)}
        title={text.sessions.download(name)}
        onClick={onDownload}
      >
        <Icon name="download" size={14} />
      </button>
      {!isElsewhere && (
        <button
          type="button"
          className="icon-button is-quiet"
          aria-label={text.sessions.remove(name)}
          onClick={onRemove}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </li>
  );
}

/** An unnamed session says where it comes from. An earlier version had one such session without an origin. */
function nameOf({ id, name, origin }: KeptSession, text: ReturnType<typeof useText>): string {
  return name || text.sessions.origins[origin ?? (id === 'before-link' ? 'link' : 'tab')];
}

function moment(atMs: number, language: string): string {
  return new Date(atMs).toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
}
