/** The parts of the view that the rows show, for "when did this last change?" */
import { partWhere } from '../../../protocol/parts.ts';
import type { KeyRow } from '../../../protocol/views.ts';

/** The part of the row in each column; the key's own cell stands for the whole row. */
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
