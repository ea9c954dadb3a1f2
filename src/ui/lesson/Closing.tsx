import { type ReactNode, useContext, useId } from 'react';
import type { Block, Inline } from '../../protocol/prose.ts';
import { hashOf } from '../browser/routes.ts';
import { usePair } from '../i18n/index.ts';
import { ProseSettingContext } from './prose-setting.ts';
import { lessonWords } from './words.ts';
import './closing.css';

interface Drawn {
  readonly blocks: (blocks: readonly Block[]) => ReactNode;
  readonly inlines: (inlines: readonly Inline[]) => ReactNode;
}

/** A few lines to pin up. */
export function Summary({
  summary,
  inlines,
}: { summary: Block & { type: 'summary' } } & Pick<Drawn, 'inlines'>) {
  const words = usePair(lessonWords);
  const headingId = useId();
  return (
    <section className="lesson-summary" aria-labelledby={headingId}>
      <h3 id={headingId}>{words.summary}</h3>
      <ul>
        {summary.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed at build time.
          <li key={index}>{inlines(line)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A question as it is asked. The answer is folded away until the reader has tried it. */
export function Interview({
  interview,
  blocks,
  inlines,
}: { interview: Block & { type: 'interview' } } & Drawn) {
  const words = usePair(lessonWords);
  const { lessonId, revealed } = useContext(ProseSettingContext);
  const { question, answer, points, next, trap } = interview.words;
  const headingId = useId();
  return (
    <section className="lesson-interview" aria-labelledby={headingId}>
      <h3 id={headingId}>{words.interview}</h3>
      <div className="lesson-interview-question">{blocks(question)}</div>
      <details open={revealed}>
        <summary>{words.interviewAnswer}</summary>
        {blocks(answer)}
        <p className="lesson-interview-points-title">{words.interviewPoints}</p>
        <ul className="lesson-interview-points">
          {points.map((point, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points are fixed at build time.
            <li key={index}>
              <label>
                <input type="checkbox" /> <span>{inlines(point)}</span>
              </label>
            </li>
          ))}
        </ul>
        <p>
          <b>{words.interviewNext}</b> {inlines(next)}
        </p>
        <p>
          <b>{words.interviewTrap}</b> {inlines(trap)}
        </p>
        {lessonId !== null && (
          <p>
            <a href={hashOf({ page: 'lesson', lessonId, stepId: interview.step })}>{words.interviewProof}</a>
          </p>
        )}
      </details>
    </section>
  );
}
