/**
 * What a link to a scenario carries beside its name: changed programs and the choices made, compressed. A link comes
 * from anywhere, so what is read from it is checked and limited; programs run only in the sandbox of the engine.
 */
export interface Shared {
  /** Changed programs by their file. */
  readonly sources: Readonly<Record<string, string>>;
  readonly choices: readonly string[];
}

/** More than any browser or chat program takes. */
const MAX_CHARACTERS = 60_000;
const MAX_BYTES = 200_000;
const MAX_CHOICES = 2000;

export async function encodeShared({ sources, choices }: Shared): Promise<string> {
  const text = JSON.stringify({ sources, choices });
  const bytes = await piped(new TextEncoder().encode(text), new CompressionStream('deflate'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Null if it is none of ours. */
export async function decodeShared(link: string): Promise<Shared | null> {
  if (link.length > MAX_CHARACTERS) return null;
  try {
    const binary = atob(link.replaceAll('-', '+').replaceAll('_', '/'));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const bytes = await piped(packed, new DecompressionStream('deflate'));
    return read(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function read(value: unknown): Shared | null {
  if (typeof value !== 'object' || value === null) return null;
  const { sources, choices } = value as { sources?: unknown; choices?: unknown };
  if (typeof sources !== 'object' || sources === null) return null;
  if (!Array.isArray(choices) || choices.length > MAX_CHOICES) return null;
  if (!choices.every((choice) => typeof choice === 'string')) return null;
  if (!Object.values(sources).every((text) => typeof text === 'string')) return null;
  return { sources: { ...sources } as Record<string, string>, choices };
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new RangeError('too long');
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
