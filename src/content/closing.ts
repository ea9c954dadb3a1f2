/** How a lesson ends: its summary and its interview questions, which stand in the last step of both languages. */
import type { InterviewQuestion, Lesson } from '../protocol/lesson.ts';
import type { Block } from '../protocol/prose.ts';
import type { Prose } from './prose.ts';

type Summary = Extract<Block, { type: 'summary' }>;
type Interview = Extract<Block, { type: 'interview' }>;

interface Closing {
  readonly summaries: readonly Summary[];
  readonly interviews: readonly Interview[];
}

export function closingOf(zh: Prose, en: Prose): Pick<Lesson, 'summary' | 'interviews'> {
  const inZh = readClosing(zh);
  const inEn = readClosing(en);
  compare(inZh, inEn, en);
  return {
    summary: { zh: inZh.summaries[0]?.lines ?? [], en: inEn.summaries[0]?.lines ?? [] },
    interviews: inZh.interviews.flatMap(({ id, step, words }): InterviewQuestion[] => {
      const other = inEn.interviews.find((interview) => interview.id === id);
      return other === undefined ? [] : [{ id, step, words: { zh: words, en: other.words } }];
    }),
  };
}

function readClosing(prose: Prose): Closing {
  const summaries: Summary[] = [];
  const interviews: Interview[] = [];
  prose.steps.forEach((step, index) => {
    const closing = step.blocks.filter((block) => block.type === 'summary' || block.type === 'interview');
    if (closing.length > 0 && index < prose.steps.length - 1) {
      complain(prose, index, 'Summary and interview belong to the last step: move them there.');
    }
    for (const block of closing) {
      if (block.type === 'summary') summaries.push(block);
      else interviews.push(block);
    }
  });
  const last = prose.steps.length - 1;
  if (summaries.length > 1) complain(prose, last, 'There are two summaries: make them one.');
  for (const { lines } of summaries) {
    if (lines.length < 3 || lines.length > 5) {
      complain(prose, last, `Give the summary three to five lines; it has ${lines.length}.`);
    }
  }
  interviews.forEach(({ id, step }, index) => {
    if (!prose.steps.some((other) => other.id === step)) {
      complain(prose, last, `The interview "${id}" names the step "${step}", which does not exist.`);
    }
    if (interviews.findIndex((other) => other.id === id) !== index) {
      complain(prose, last, `There are two interviews "${id}": give one another id.`);
    }
  });
  return { summaries, interviews };
}

function compare(zh: Closing, en: Closing, prose: Prose): void {
  const last = prose.steps.length - 1;
  if ((zh.summaries[0]?.lines.length ?? 0) !== (en.summaries[0]?.lines.length ?? 0)) {
    complain(prose, last, 'The summary has as many lines as in zh.md: make them as many.');
  }
  const shape = ({ interviews }: Closing) =>
    interviews.map(({ id, step, words }) => `${id} (step ${step}, ${words.points.length} points)`).join(', ');
  if (shape(zh) !== shape(en)) {
    complain(prose, last, `Make the interviews those of zh.md: ${shape(zh) || 'none'}. Here: ${shape(en)}.`);
  }
}

function complain({ source, steps }: Prose, step: number, message: string): void {
  source.problem(steps[step]?.line ?? 1, 1, message);
}
