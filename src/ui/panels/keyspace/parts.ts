/** What the rows show, as parts of the view: "when did this last change?" */
import { partWhere } from '../../../protocol/parts.ts';
import type { KeyRow } from '../../../protocol/views.ts';

/** By column, what a cell shows of the row; the key's own cell stands for all of it. */
export const columnFields: readonly (keyof KeyRow | null)[] = [
  null,
  'type',
  'encoding',
  'preview',
  'expireAtMs',
  'memoryBytes',
];

export function cellPart(key: string, field: keyof KeyRow | null): string {
  return `rows${partWhere('key', key)}${field === null ? '' : `.${field}`}`;
}
