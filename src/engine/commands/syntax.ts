/**
 * Words for writing down a command's arguments:
 *
 *   [key('key'), string('value'), optional(oneOf('condition', token('nx', 'NX'), token('xx', 'XX')))]
 *
 * COMMAND DOCS, hints and completion are made of this structure.
 */
import type { ArgumentDoc } from '../../protocol/docs.ts';

type Extra = Partial<Omit<ArgumentDoc, 'name' | 'type'>>;

export const key = (name = 'key', extra: Extra = {}): ArgumentDoc => ({
  name,
  type: 'key',
  keySpecIndex: 0,
  ...extra,
});
export const string = (name: string, extra: Extra = {}): ArgumentDoc => ({ name, type: 'string', ...extra });
export const integer = (name: string, extra: Extra = {}): ArgumentDoc => ({
  name,
  type: 'integer',
  ...extra,
});
export const double = (name: string, extra: Extra = {}): ArgumentDoc => ({ name, type: 'double', ...extra });
export const pattern = (name: string, extra: Extra = {}): ArgumentDoc => ({
  name,
  type: 'pattern',
  ...extra,
});
export const unixTime = (name: string, extra: Extra = {}): ArgumentDoc => ({
  name,
  type: 'unix-time',
  ...extra,
});
export const token = (name: string, word: string, extra: Extra = {}): ArgumentDoc => ({
  name,
  type: 'pure-token',
  token: word,
  ...extra,
});
export const oneOf = (name: string, ...choices: ArgumentDoc[]): ArgumentDoc => ({
  name,
  type: 'oneof',
  arguments: choices,
});
export const block = (name: string, ...parts: ArgumentDoc[]): ArgumentDoc => ({
  name,
  type: 'block',
  arguments: parts,
});
export const optional = (argument: ArgumentDoc): ArgumentDoc => ({ ...argument, optional: true });
export const many = (argument: ArgumentDoc): ArgumentDoc => ({ ...argument, multiple: true });
export const since = (version: string, argument: ArgumentDoc): ArgumentDoc => ({
  ...argument,
  since: version,
});
