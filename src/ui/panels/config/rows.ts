/** Which parameters the reader sees, and how a change is typed. */
import type { ParameterView } from '../../../protocol/views-config.ts';

export type Selection = 'working' | 'changed' | 'all';

export function isChanged({ value, byDefault }: ParameterView): boolean {
  return value !== byDefault;
}

/** Every word must be in the name or in the description. */
export function selectParameters(
  parameters: readonly ParameterView[],
  selection: Selection,
  search: string,
  about: (name: string) => string,
): readonly ParameterView[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return parameters.filter((parameter) => {
    if (selection === 'working' && !parameter.hasEffect) return false;
    if (selection === 'changed' && !isChanged(parameter)) return false;
    const text = `${parameter.name} ${about(parameter.name)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** As typed at the console. */
export function setCommand(name: string, value: string): string {
  const isPlain = /^[^\s"'\\]+$/.test(value);
  return `CONFIG SET ${name} ${isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
}
