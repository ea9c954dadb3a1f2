/**
 * What is being opened, and what never came to its end. A session or link whose opening takes the page down would do so
 * at every visit: a mark is set before, and taken away when it is open. A mark that is found was left by a visit that
 * never got that far, and the reader is asked first.
 */

const MARK = 'rediscope.opening.';
/** Whoever leaves the page earlier has not waited for anything that hangs. */
const PATIENCE_MS = 2000;
/** A page that is still opening says so this often; one that has not for longer is gone. */
const SIGN_MS = 500;
const GONE_MS = 1500;

/** A link as short as a session's id. */
export function linkId(link: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < link.length; at++) hash = Math.imul(hash ^ link.charCodeAt(at), 0x01000193);
  return `link.${(hash >>> 0).toString(16)}.${link.length}`;
}

/** The last visit never had it open. `isHeld`: no other tab can be at it just now. */
export function wasCutOff(id: string, isHeld: boolean): boolean {
  const signMs = readMark(id);
  return signMs !== null && (isHeld || Date.now() - signMs > GONE_MS);
}

/** Sets the mark; what is returned takes it away. */
export function beginOpening(id: string): () => void {
  const before = readMark(id);
  const sinceMs = Date.now();
  const sign = () => writeMark(id, Date.now());
  sign();
  const signing = setInterval(sign, SIGN_MS);
  const onLeave = () => {
    clearInterval(signing);
    // A sign of long ago: nobody takes it for another tab that is still at it.
    writeMark(id, Date.now() - sinceMs < PATIENCE_MS ? before : 0);
  };
  const hasPage = typeof document !== 'undefined';
  if (hasPage) addEventListener('pagehide', onLeave);
  return () => {
    clearInterval(signing);
    if (hasPage) removeEventListener('pagehide', onLeave);
    forgetOpening(id);
  };
}

export function forgetOpening(id: string): void {
  writeMark(id, null);
}

function readMark(id: string): number | null {
  try {
    const mark = localStorage.getItem(MARK + id);
    return mark === null ? null : Number(mark);
  } catch {
    return null;
  }
}

function writeMark(id: string, signMs: number | null): void {
  try {
    if (signMs === null) localStorage.removeItem(MARK + id);
    else localStorage.setItem(MARK + id, String(signMs));
  } catch {
    // No storage: then nobody is asked.
  }
}
