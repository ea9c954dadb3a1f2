/** One sentence for each step that concerns shared pages. */
import type { Step } from '../../../protocol/steps.ts';
import type { Language } from '../../i18n/language.ts';
import { hex } from './describe.ts';
import { pagesWords } from './words.ts';

export function narratePages(step: Step | null, language: Language): string | null {
  const words = pagesWords[language];
  if (step?.type === 'pages.copy') return words.copy(hex(step.address));
  if (step?.type === 'disk.fork') return words.fork;
  return step?.type === 'disk.snapshot' ? words.done : null;
}
