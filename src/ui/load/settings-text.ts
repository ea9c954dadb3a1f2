/** Settings of a load page as the last part of its address: `rate=1500,ttl=10,with=jitter+breaker`. */

export type SettingsText = ReadonlyMap<string, string>;

/** Addresses come from anywhere: what is no `name=value` is left out. */
export function readSettings(text: string | undefined): SettingsText {
  const found = new Map<string, string>();
  for (const part of (text ?? '').split(',')) {
    const at = part.indexOf('=');
    if (at > 0) found.set(part.slice(0, at), part.slice(at + 1));
  }
  return found;
}

export function writeSettings(entries: readonly (readonly [string, string])[]): string | undefined {
  return entries.length === 0 ? undefined : entries.map(([name, value]) => `${name}=${value}`).join(',');
}

/** A number within its limits; the usual one if it is missing or none. */
export function numberOf(
  settings: SettingsText,
  name: string,
  { min, max, initial }: { readonly min: number; readonly max: number; readonly initial: number },
): number {
  const text = settings.get(name);
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : initial;
}
