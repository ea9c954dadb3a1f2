import { useEffect, useRef, useState } from 'react';
import { useActiveSession } from '../../active-session/active-session.ts';
import { hashOf, navigate, writeAddress } from '../../browser/routes.ts';
import { Dialog, Question } from '../../controls/Dialog.tsx';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useSession, useSessionStore } from '../../session/hooks.ts';
import { type Preset, presets } from './presets.ts';
import { serversWords } from './words.ts';
import './servers.css';

interface Progress {
  readonly preset: Preset;
  readonly commands: number;
  /** The node that was sent something last, and what; empty while only time passes. */
  readonly node: string;
  readonly line: string;
  readonly stop: AbortController;
}

/**
 * Servers to choose from: one, or several in a relation. They are a new session: ask, then end the present one.
 * `arriving`: the address names them.
 */
export function ServersPicker({ arriving }: { readonly arriving?: string }) {
  const text = useText();
  const language = useLanguage();
  const words = serversWords[language];
  const active = useActiveSession();
  const session = useSessionStore();
  // What set a session up is nobody's work.
  const hasWork = useSession(({ frames, openedAt }) =>
    frames.some(({ kind, index }) => kind === 'command' && index > (openedAt?.frame ?? -1)),
  );
  const shown = useSession(({ start }) => presetOf(start?.world?.nodes.map(({ name }) => name)));
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<Preset | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);

  const start = async (preset: Preset) => {
    setOpen(false);
    setWanted(null);
    if (preset.world === null) {
      await active.startFresh('7.0');
      navigate({ page: 'lab' });
      return;
    }
    const stop = new AbortController();
    let commands = 0;
    setProgress({ preset, commands, node: '', line: '', stop });
    try {
      // Everything that the set-up needs is fetched before the present session ends.
      const { setUp } = await import('./set-up.ts');
      await active.startFresh('7.0', {}, preset.world);
      navigate({ page: 'lab', panels: preset.panels });
      await setUp(session, preset, {
        signal: stop.signal,
        onStep(node, line) {
          if (line !== null) commands++;
          setProgress({ preset, commands, node, line: line ?? '', stop });
        },
      });
    } catch {
      session.actions.notify('not-loaded');
    } finally {
      setProgress(null);
    }
  };

  const choose = (preset: Preset) => {
    if (hasWork) {
      setOpen(false);
      setWanted(preset);
    } else void start(preset);
  };

  const leaving = useRef<AbortController | null>(null);
  leaving.current = progress?.stop ?? null;
  useEffect(() => () => leaving.current?.abort(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: servers begin when one arrives at them, and only then.
  useEffect(() => {
    if (arriving === undefined) return;
    const preset = presets.find(({ id }) => id === arriving);
    // The address forgets the servers: going back or reloading does not begin them again.
    writeAddress(hashOf({ page: 'lab', panels: preset?.panels }), 'replace');
    if (preset !== undefined) choose(preset);
  }, [arriving]);

  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.servers}
      </button>
      {isOpen && (
        <Dialog title={words.title} onClose={() => setOpen(false)}>
          <p>{words.lead}</p>
          <ul className="lab-scenes">
            {presets.map((preset) => (
              <li key={preset.id}>
                <button type="button" aria-current={preset === shown} onClick={() => choose(preset)}>
                  <b>{preset.title[language]}</b>
                  <span>{preset.about[language]}</span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {wanted !== null && (
        <Question
          title={words.question}
          text={text.files.startNewQuestion}
          yes={text.files.startNewYes}
          no={text.cancel}
          onYes={() => void start(wanted)}
          onNo={() => setWanted(null)}
        />
      )}
      {progress !== null && (
        <Dialog
          title={words.settingUp(progress.preset.title[language])}
          onClose={() => progress.stop.abort()}
          isFirm
        >
          <div className="servers-progress">
            <p role="status">{words.commands(progress.commands)}</p>
            <p className="servers-line">
              {progress.line === '' ? (
                words.timePasses
              ) : (
                <>
                  <b>{progress.node}</b> <code>{progress.line}</code>
                </>
              )}
            </p>
          </div>
          <div className="dialog-actions">
            <button type="button" className="button" onClick={() => progress.stop.abort()}>
              {words.stop}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The preset that a session began with, by the names of its servers; null if it began in another way. */
function presetOf(names: readonly string[] | undefined): Preset | null {
  const isIt = ({ world }: Preset) =>
    (world?.nodes.map(({ name }) => name) ?? []).join() === (names ?? []).join();
  return presets.find(isIt) ?? null;
}
