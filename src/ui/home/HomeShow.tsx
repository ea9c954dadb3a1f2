import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { readLine } from '../../protocol/action-lines.ts';
import { Icon } from '../controls/Icon.tsx';
import { languageStore, panelTitle, useLanguage, usePair, useText } from '../i18n/index.ts';
import { PanelBoundary } from '../panels/PanelBoundary.tsx';
import { PanelFrame } from '../panels/PanelFrame.tsx';
import { panelComponent } from '../panels/registry.ts';
import { SessionContext, useSessionStore } from '../session/hooks.ts';
import { createSessionStore, pictureOf, type SessionStore } from '../session/store.ts';
import { startWorker, type WorkerLink } from '../session/worker-link.ts';
import { prefersReducedMotion } from '../theme/motion.ts';
import type { VisitorHas } from './Home.tsx';
import { createShow, type Show } from './show.ts';
import { type ShowBeat, type ShowScene, showScenes, startOf } from './show-script.ts';
import { showWords } from './show-words.ts';
import { isTyping, listenToVisitor } from './visitor.ts';
import './show.css';

/** Scenes do not share a watch: the picture of the one before is not taken for that of the next. */
const watchIdOf = ({ id }: ShowScene) => `home.show.${id}`;
/** A panel that does not come in this time does not hold up the show. */
const panelWaitMs = 8000;

const pace = {
  openingMs: 900,
  leadMs: 700,
  readingMs({ sentence }: ShowBeat): number {
    const { language } = languageStore.getState();
    return language === 'zh' ? 1400 + 170 * sentence.zh.length : 1400 + 55 * sentence.en.length;
  },
};

interface Running {
  readonly link: WorkerLink;
  readonly session: SessionStore;
  readonly show: Show;
}

/** Once in a visit it begins by itself. */
let hasBegun = false;

interface HomeShowProps {
  readonly visitorHas: VisitorHas;
  /** The show has the stage, or gives it back to the reader's own server. */
  onStage(isShow: boolean): void;
}

/** Plays by itself for a new visitor, and is offered to everybody else. */
export function HomeShow({ visitorHas, onStage }: HomeShowProps) {
  const own = useSessionStore();
  const [running, setRunning] = useState<Running | null>(null);
  const current = useRef<Running | null>(null);

  const end = useCallback(() => {
    current.current?.show.stop();
    current.current?.link.stop();
    current.current = null;
    setRunning(null);
    onStage(false);
  }, [onStage]);

  const begin = useCallback(
    async (how: 'played' | 'by itself' | 'still') => {
      let link: WorkerLink;
      try {
        link = startWorker();
      } catch {
        // Without a second worker the page is what it is without a show.
        return;
      }
      const session = createSessionStore(link);
      const show = createShow(session, showScenes, pace, (scene) => panelSeen(session, scene));
      const begun = { link, session, show };
      current.current = begun;
      link.onFailure(() => {
        if (current.current === begun) end();
      });
      // The stage is taken when there is something to see on it.
      if (how === 'still') await show.still();
      else await session.actions.startServer(startOf(showScenes[0]), { running: false, speed: 1 });
      if (current.current !== begun) return;
      const isTooLate = how !== 'played' && isVisitorBusy(own);
      if (session.getState().status !== 'ready' || isTooLate) {
        end();
        return;
      }
      setRunning(begun);
      onStage(true);
      if (how !== 'still') show.play();
    },
    [own, end, onStage],
  );

  useEffect(() => {
    if (visitorHas !== 'nothing' || hasBegun || isVisitorBusy(own)) return;
    void begin(prefersReducedMotion() ? 'still' : 'by itself');
  }, [visitorHas, own, begin]);
  // Leaving the page ends it.
  useEffect(() => end, [end]);

  useEffect(() => {
    if (running === null) return;
    hasBegun = true;
    const stopListening = listenToVisitor({
      stop: () => running.show.pause(),
      takeOver: end,
    });
    // A command of the reader's own, however it was sent.
    const known = own.getState().frames.length;
    const unsubscribe = own.subscribe(({ frames }) => {
      if (frames.slice(known).some(({ commands }) => commands > 0)) end();
    });
    return () => {
      stopListening();
      unsubscribe();
    };
  }, [running, own, end]);

  if (running === null) return <Offer hasWork={visitorHas === 'work'} onPlay={() => void begin('played')} />;
  return <Playing {...running} />;
}

function isVisitorBusy(own: SessionStore): boolean {
  return isTyping() || own.getState().frames.some(({ commands }) => commands > 0);
}

/** Resolves when the panel of the scene has drawn its first picture, or takes too long. */
function panelSeen(session: SessionStore, scene: ShowScene): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const look = () => {
      if (pictureOf(session.getState(), watchIdOf(scene)) !== undefined) end();
    };
    const timer = setTimeout(end, panelWaitMs);
    const unsubscribe = session.subscribe(look);
    look();
  });
}

/** The reader's own server has the stage. */
function Offer({ hasWork, onPlay }: { hasWork: boolean; onPlay(): void }) {
  const words = usePair(showWords);
  return (
    <section className="show-strip" aria-label={words.show}>
      <div className="show-bar">
        <p className="show-sentence">{hasWork ? words.ownServer : words.yourTurn}</p>
        <button type="button" className="button show-play" onClick={onPlay}>
          <Icon name="play" size={13} />
          {words.play}
        </button>
      </div>
    </section>
  );
}

function Playing({ session, show }: Running) {
  const words = usePair(showWords);
  const language = useLanguage();
  const { phase, scene: nth, beat } = useStore(show);
  const scene = showScenes[nth];
  const isPlaying = phase === 'playing';
  const label = isPlaying ? words.pause : phase === 'ended' ? words.again : words.play;
  const shown = scene.beats[beat];
  return (
    <>
      <section className="show-strip" aria-label={words.show} data-phase={phase}>
        <div className="show-bar" data-show-control="">
          <ol aria-label={words.scenes}>
            {showScenes.map(({ id, title }, index) => (
              <li key={id}>
                <button
                  type="button"
                  aria-current={index === nth ? 'step' : undefined}
                  onClick={() => show.play(index)}
                >
                  {title[language]}
                </button>
              </li>
            ))}
          </ol>
          <button
            type="button"
            className="button show-play"
            aria-label={label}
            title={label}
            onClick={() => (isPlaying ? show.pause() : show.play())}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} size={14} />
          </button>
        </div>
        <p className="show-sentence">{(shown ?? scene.beats[0]).sentence[language]}</p>
        <p className="show-line">
          {shown !== undefined && <Line text={shown.line} isOneOfSeveral={scene.panel === 'locks'} />}
          <span className="show-turn">
            <span className="show-with-keys">
              {phase === 'ended' ? words.ended : phase === 'paused' ? words.stopped : words.anyTime}
            </span>
            <span className="show-with-touch">{words.anyTimeTouch}</span>
          </span>
        </p>
      </section>
      {/* While it plays by itself the panel is a picture: it takes no focus, and screen readers are not talked at. */}
      <div className="home-panel" inert={isPlaying} data-scene={scene.id}>
        <SessionContext value={session}>
          <ScenePanel key={scene.id} scene={scene} />
        </SessionContext>
      </div>
    </>
  );
}

function Line({ text, isOneOfSeveral }: { text: string; isOneOfSeveral: boolean }) {
  const words = usePair(showWords);
  const line = readLine(text);
  if (line?.type === 'advance') return <span>{words.later(line.ms / 1000)}</span>;
  if (line?.type !== 'command') return null;
  return (
    <code>
      {isOneOfSeveral && <span>{`${words.client(line.client ?? '1')}> `}</span>}
      {line.command}
    </code>
  );
}

function ScenePanel({ scene }: { scene: ShowScene }) {
  const text = useText();
  const title = panelTitle(text, scene.panel);
  const Panel = panelComponent(scene.panel);
  return (
    <PanelBoundary title={title}>
      <Suspense fallback={<PanelFrame title={title} state="loading" />}>
        <Panel watchId={watchIdOf(scene)} db={0} watchedKey={scene.watchedKey} />
      </Suspense>
    </PanelBoundary>
  );
}
