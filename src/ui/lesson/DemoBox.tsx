import { useStore } from 'zustand';
import type { Demonstration } from '../../protocol/lesson.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { ActionLine } from './ActionLine.tsx';
import type { LessonRun } from './lesson-run.ts';
import { Inlines } from './Prose.tsx';
import { lessonWords } from './words.ts';

/** Commands that are run for the learner, on the real engine. Afterwards they can be played again. */
export function DemoBox({ demo, run }: { demo: Demonstration; run: LessonRun }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const state = useStore(run, ({ demos }) => demos[demo.id]);
  const blocked = useStore(run.exercises, ({ busy, phase }) => busy || phase !== 'ready');
  const branch = useSession((session) => session.branch);
  const stretch = state?.stretch?.branch === branch ? state.stretch : null;
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
          if (stretch !== null) run.exercises.replay(stretch);
          else void run.runDemo(demo.id);
        }}
      >
        {state?.status === 'running' ? words.running : stretch !== null ? words.replay : words.run}
      </button>
      {caption.length > 0 && (
        <figcaption>
          <Inlines inlines={caption} />
        </figcaption>
      )}
    </figure>
  );
}
