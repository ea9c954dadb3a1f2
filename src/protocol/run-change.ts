/** The change in the second of two runs, as it appears in an address: "maxmemory=1mb", "generation=6.2". */
export interface RunChange {
  /** A CONFIG SET parameter, the start settings 'generation' and 'seed', or 'branch' for another branch of the session. */
  readonly name: string;
  readonly value: string;
}

/** The client that sets the parameter; no console ever has this number. */
export const changingClient = 9999;

/** Reads a change; null if the text is not one. */
export function parseRunChange(text: string): RunChange | null {
  const at = text.indexOf('=');
  if (at < 1 || text.length > 500) return null;
  const change = { name: text.slice(0, at).trim().toLowerCase(), value: text.slice(at + 1).trim() };
  if (!/^[a-z][a-z0-9-]*$/.test(change.name)) return null;
  if (change.name === 'generation' && change.value !== '7.0' && change.value !== '6.2') return null;
  if (change.name === 'seed' && !/^\d{1,15}$/.test(change.value)) return null;
  if (change.name === 'branch' && !/^\d{1,9}$/.test(change.value)) return null;
  return change;
}

/** The branch that the second run is; null if the runs differ in a setting. */
export function branchOfChange({ name, value }: RunChange): number | null {
  return name === 'branch' ? Number(value) : null;
}

export function printRunChange({ name, value }: RunChange): string {
  return `${name}=${value}`;
}

/** Whether the second run is another server from its start, and not the same one up to a point. */
export function isOfStart({ name }: RunChange): boolean {
  return name === 'generation' || name === 'seed';
}
