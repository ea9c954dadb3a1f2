/**
 * What arrives later. The first command should be answered soon, so the page's worker begins with a few commands of
 * strings and the view of a dictionary: files called "first" stand in for the whole there, see vite.config.ts. The
 * rest is fetched when something asks for it, and whatever was made before is completed. Everywhere else all of it is
 * there from the beginning, and nothing here does anything.
 */
interface Beginning {
  /** Names of commands, or kinds of views, that can do without the rest. */
  readonly commands?: readonly string[];
  readonly views?: readonly string[];
  /** Fetches what is missing and completes what was made without it. */
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
    // Perhaps the network was away for a moment: whoever asks next tries again.
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

/** Whether these bytes hold a command that is not there yet. What is not plainly one that is counts as one. */
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
