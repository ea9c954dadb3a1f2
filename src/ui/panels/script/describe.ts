/** The figures beside the title. */
import type { ScriptView } from '../../../protocol/views-script.ts';
import type { Language } from '../../i18n/language.ts';
import { scriptWords } from './words.ts';

export type Phase = 'running' | 'ended' | 'held' | 'busy' | 'before';

export function summariseScript(view: ScriptView, phase: Phase, language: Language): string[] {
  const words = scriptWords[language];
  const { script } = view;
  if (script === null) return view.cachedScripts === 0 ? [] : [words.cached(view.cachedScripts)];
  const { program, line, instructions, hasWritten } = script;
  return [
    program.kind === 'eval' ? `${program.name.slice(0, 8)}…` : program.name,
    words.states[phase],
    ...(line > 0 ? [words.line(line)] : []),
    ...(instructions > 0 ? [words.instructions(instructions)] : []),
    ...(hasWritten ? [words.written] : []),
    ...(program.isReadOnly ? [words.readOnly] : []),
  ];
}

/** A function's name as the engine gives it, in the reader's words. */
export function frameName(name: string, language: Language): string {
  const words = scriptWords[language];
  const at = /^function at line (\d+)$/.exec(name);
  return at === null ? words.frameMain : words.frameFunction(at[1]);
}
