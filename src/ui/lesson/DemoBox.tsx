import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Demonstration } from '../../protocol/lesson.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { ActionLine } from './ActionLine.tsx';
import type { LessonRun } from './lesson-run.ts';
import { Kept } from './PredictionBox.tsx';
import { Inlines } from './Prose.tsx';
import { lessonWords } from './words.ts';

interface DemoBoxProps {
  readonly demo: Demonstration;
  readonly run: LessonRun;
  /** It was run in an earlier visit. */
  readonly isKept: boolean;
  /** What will be run before it, or what it waits for; null when the server is ready for it. */
  readonly before: ReactNode | null;
  readonly waits: boolean;
}

/** Commands that are run for the learner, on the real engine. Afterwards they can be played again. */
export function DemoBox({ demo, run, isKept, before, waits }: DemoBoxProps) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const state = useStore(run, ({ demos }) => demos[demo.id]);
  const busy = useStore(run.exercises, ({ busy, phase }) => busy || phase !== 'ready');
  const branch = useSession((session) => session.branch);
  const stretch = state?.status === 'done' && state.stretch?.branch === branch ? state.stretch : null;
  const blocked = busy || (stretch === null && waits);
  const caption = demo.caption[language];

  return (
    <figure className="lesson-demo" aria-label={words.demonstration}>
      <div className="lesson-demo-lines">
        {demo.actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
          <ActionLine key={index} action={action} />
        ))}
      </div>
      <button
        type="button"
        className="button is-primary lesson-run"
        aria-disabled={blocked}
        onClick={() => {
          if (blocked) return;
          if (stretch !== null) run.replayDemo(demo.id);
          else void run.runDemo(demo.id);
        }}
      >
        {state?.status === 'running' ? words.running : stretch !== null ? words.replay : words.run}
      </button>
      {stretch === null && state?.status !== 'running' && (before !== null || isKept) && (
        <p className="lesson-note">
          {isKept && <Kept text={words.ranBefore} />} {before}
        </p>
      )}
      {caption.length > 0 && (
        <figcaption>
          <Inlines inlines={caption} />
        </figcaption>
      )}
    </figure>
  );
}
