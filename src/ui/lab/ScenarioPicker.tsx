import { useEffect, useState } from 'react';
import { createStore } from 'zustand';
import { useStore } from 'zustand/react';
import { useActiveSession } from '../active-session/active-session.ts';
import { hashOf, navigate, writeAddress } from '../browser/routes.ts';
import { Dialog, Question } from '../controls/Dialog.tsx';
import { useLanguage, useText } from '../i18n/index.ts';
import { useActions, useSession, useSessionStore } from '../session/hooks.ts';
import { tellLines } from './scenario-lines.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { labWords } from './words.ts';

/** The scene one is in, with how much of what it proposes was tried; it outlives a look at another page. */
const sceneStore = createStore<{ readonly scenario: Scenario | null; readonly tried: number }>(() => ({
  scenario: null,
  tried: 0,
}));

/**
 * Scenes to walk into. A scene is a new server: the present one ends, after asking. `arriving`: the scene that the
 * address names.
 */
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
    sceneStore.setState({ scenario: null, tried: 0 });
    await active.startFresh(scenario.generation ?? '7.0', scenario.config ?? {});
    navigate({ page: 'lab', panels: scenario.panels });
    await tellLines(session, scenario.given);
    sceneStore.setState({ scenario, tried: 0 });
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

/** What the scene is about, and its commands, one click each. */
export function ScenarioNote() {
  const language = useLanguage();
  const words = labWords[language];
  const { run, setClock } = useActions();
  const { scenario, tried } = useStore(sceneStore);
  const client = useSession((state) => state.clients[0]?.id ?? null);
  const clockStands = useSession((state) => !state.clock.running);
  if (scenario === null) return null;
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
              if (client !== null) void run(client, command);
            }}
          >
            <code>{command}</code>
            {nth < tried && <span className="only-heard">{words.sceneDone}</span>}
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
          onClick={() => sceneStore.setState({ scenario: null, tried: 0 })}
        >
          ✕
        </button>
      </div>
    </section>
  );
}
