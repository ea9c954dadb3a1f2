/**
 * Code that is fetched later. The first command should get its reply soon, so the page's worker starts with a few
 * string commands and the view of a dictionary: files called "first" stand in for the whole there (see vite.config.ts).
 * The rest is fetched on demand and completes the objects made before. Everywhere else all of it is present from the
 * start, and nothing here does anything.
 */
interface Beginning {
  /** Names of commands, or kinds of views, that can do without the rest. */
  readonly commands?: readonly string[];
  readonly views?: readonly string[];
  /** Fetches the missing chunks and completes the objects made without them. */
  readonly complete: () => Promise<void>;
}

const beginnings: Beginning[] = [];
let arriving: Promise<void> | null = null;
let isHere = true;

export function beginWith(beginning: Beginning): void {
  beginnings.push(beginning);
  isHere = false;
}

/** Resolves when everything is there. */
export function loadRest(): Promise<void> {
  if (isHere) return Promise.resolve();
  arriving ??= completeAll().catch((problem) => {
    // The network may have been away for a moment: the next request tries again.
    arriving = null;
    throw problem;
  });
  return arriving;
}

async function completeAll(): Promise<void> {
  await Promise.all(beginnings.map(({ complete }) => complete()));
  isHere = true;
}

export function needsRestForView(kind: string): boolean {
  return !isHere && !beginnings.some(({ views }) => views?.includes(kind));
}

/**
 * Whether these bytes hold a command that is not loaded yet. Bytes that are not plainly a loaded command count as one.
 */
export function needsRest(bytes: Uint8Array): boolean {
  if (isHere) return false;
  const names = commandNames(bytes);
  return (
    names === null || !names.every((name) => beginnings.some(({ commands }) => commands?.includes(name)))
  );
}

/** The names of the commands in a request, in small letters; null when it is anything but whole arrays of bulk strings. */
function commandNames(bytes: Uint8Array): string[] | null {
  const names: string[] = [];
  let at = 0;
  const number = (sign: number): number | null => {
    if (bytes[at] !== sign) return null;
    let value = 0;
    for (at++; bytes[at] !== 0x0d; at++) {
      const digit = (bytes[at] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) return null;
      value = value * 10 + digit;
    }
    at += 2;
    return value;
  };
  while (at < bytes.length) {
    const count = number(0x2a);
    if (count === null || count === 0) return null;
    for (let i = 0; i < count; i++) {
      const length = number(0x24);
      if (length === null || at + length + 2 > bytes.length) return null;
      if (i === 0) names.push(String.fromCharCode(...bytes.subarray(at, at + length)).toLowerCase());
      at += length + 2;
    }
  }
  return names;
}
