import { useEffect, useState } from 'react';
import { createStore } from 'zustand';
import { useStore } from 'zustand/react';
import { useActiveSession } from '../active-session/active-session.ts';
import { hashOf, navigate, writeAddress } from '../browser/routes.ts';
import { Dialog, Question } from '../controls/Dialog.tsx';
import { useLanguage, useText } from '../i18n/index.ts';
import { useActions, useSession, useSessionStore } from '../session/hooks.ts';
import { clientsHere, sessionName } from '../session/store.ts';
import { runLines, tryLine } from './scenario-lines.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { labWords } from './words.ts';

interface SceneState {
  readonly scenario: Scenario | null;
  readonly tried: number;
  /** The session that is in it. */
  readonly session: string | null;
}

const nowhere: SceneState = { scenario: null, tried: 0, session: null };

/** The present scene, and how many of its commands were tried; kept while another page is shown. */
const sceneStore = createStore<SceneState>(() => nowhere);

/** Scenes to choose from. A scene is a new server: ask, then end the present one. `arriving`: the address names it. */
export function ScenarioPicker({ arriving }: { readonly arriving?: string }) {
  const text = useText();
  const language = useLanguage();
  const words = labWords[language];
  const active = useActiveSession();
  const session = useSessionStore();
  const hasWork = useSession((state) => state.frames.some((frame) => frame.kind === 'command'));
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<Scenario | null>(null);

  const start = async (scenario: Scenario) => {
    setOpen(false);
    setWanted(null);
    sceneStore.setState(nowhere);
    await active.startFresh(scenario.generation ?? '7.0', scenario.config ?? {});
    navigate({ page: 'lab', panels: scenario.panels });
    await runLines(session, scenario.given);
    sceneStore.setState({ scenario, tried: 0, session: sessionName(session.getState()) });
  };

  const choose = (scenario: Scenario) => {
    if (hasWork) {
      setOpen(false);
      setWanted(scenario);
    } else void start(scenario);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a scene begins when one arrives at it, and only then.
  useEffect(() => {
    if (arriving === undefined) return;
    const scenario = scenarios.find(({ id }) => id === arriving);
    // The address forgets the scene: going back or reloading does not begin it again.
    writeAddress(hashOf({ page: 'lab', panels: scenario?.panels }), 'replace');
    if (scenario !== undefined) choose(scenario);
  }, [arriving]);

  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.scenes}
      </button>
      {isOpen && (
        <Dialog title={words.scenesTitle} onClose={() => setOpen(false)}>
          <p>{words.scenesLead}</p>
          <ul className="lab-scenes">
            {scenarios.map((scenario) => (
              <li key={scenario.id}>
                <button type="button" onClick={() => choose(scenario)}>
                  <b>{scenario.title[language]}</b>
                  <span>{scenario.about[language]}</span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {wanted !== null && (
        <Question
          title={words.sceneTitle}
          text={text.files.startNewQuestion}
          yes={text.files.startNewYes}
          no={text.cancel}
          onYes={() => void start(wanted)}
          onNo={() => setWanted(null)}
        />
      )}
    </>
  );
}

/** The scene's text and its commands, one click each. */
export function ScenarioNote() {
  const language = useLanguage();
  const words = labWords[language];
  const store = useSessionStore();
  const { setClock } = useActions();
  const { scenario, tried, session } = useStore(sceneStore);
  const here = useSession(sessionName);
  const client = useSession((state) => clientsHere(state)[0]?.id ?? null);
  const clockStands = useSession((state) => !state.clock.running);
  if (scenario === null || session !== here) return null;
  return (
    <section className="lab-scene" aria-label={scenario.title[language]}>
      <p>
        <b>{scenario.title[language]}</b> {scenario.about[language]}
      </p>
      <div className="lab-scene-next">
        <span>{words.sceneNext}</span>
        {scenario.next.map((command, nth) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: the same command may be proposed twice.
            key={nth}
            type="button"
            className="lab-scene-command"
            data-tried={nth < tried}
            title={command}
            disabled={client === null}
            onClick={() => {
              sceneStore.setState({ tried: Math.max(tried, nth + 1) });
              void tryLine(store, command);
            }}
          >
            <code>{command}</code>
            {nth < tried && <span className="visually-hidden">{words.sceneDone}</span>}
          </button>
        ))}
        {clockStands && (
          <button type="button" className="button" onClick={() => void setClock({ running: true })}>
            {words.clockRuns}
          </button>
        )}
        <button
          type="button"
          className="button is-quiet"
          aria-label={words.sceneLeave}
          onClick={() => sceneStore.setState(nowhere)}
        >
          ✕
        </button>
      </div>
    </section>
  );
}
