/** A sentence for the moment looked at: what the step has raised, or the total. */
import type { Step } from '../../../protocol/steps.ts';
import type { CostView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { timeText } from '../times.ts';
import { predict } from './complexity.ts';
import { complexityText, figureText, looksOf, mostOf, roundText, wholeMicroseconds } from './describe.ts';
import { costWords } from './words.ts';

const mostCounts = 4;

export function narrateCost(step: Step | null, view: CostView, language: Language): string | null {
  const words = costWords[language];
  const zh = language === 'zh';
  const [row] = view.rows;
  if (row === undefined) return null;
  if (step !== null) {
    if (view.complete) return null;
    const looks = looksOf(row);
    // The last ones, if they are too many for a sentence.
    const latest = row.counts.slice(-mostCounts);
    const isCut = latest.length < row.counts.length;
    const counts = latest.map(
      ({ counter, count }) => `${words.counter[counter]} ${figureText({ name: counter, count })}`,
    );
    return zh
      ? `到此为止数到 ${words.work(looks)}${isCut ? '，其中' : '：'}${counts.join('、')}。`
      : `So far ${words.work(looks)}${isCut ? ', among them ' : ': '}${counts.join(', ')}.`;
  }
  const { value } = predict(row);
  const most = mostOf(row);
  const time = timeText(wholeMicroseconds(row), language);
  const complexity = complexityText(row, words);
  const formula = value === null ? complexity : `${complexity} ≈ ${roundText(value)}`;
  const counted = most === null ? null : `${words.counter[most.name]} ${figureText(most)}`;
  // Chinese keeps a space before other scripts.
  const spaced = value === null && !complexity.startsWith('O(') ? formula : ` ${formula}`;
  if (zh) return `按模型 ${time}。复杂度${spaced}${counted === null ? '' : `；数得最多的是${counted}`}。`;
  return `${time} by the model. Its complexity: ${formula}${counted === null ? '' : `; most counted: ${counted}`}.`;
}
