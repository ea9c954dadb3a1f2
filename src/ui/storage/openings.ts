/**
 * Marks of sessions and links that are being opened. One that crashes the page would do so at every visit: a mark is
 * set before, and removed when it is open. A visit that finds a mark knows that an earlier one never got that far, and
 * asks the reader first.
 */

const MARK = 'rediscope.opening.';
/** A reader who leaves earlier has not waited for a hanging page. */
const PATIENCE_MS = 2000;
/** A page that is still opening renews its mark this often; one older than GONE_MS is dead. */
const SIGN_MS = 500;
const GONE_MS = 1500;

/** A hash of a link, as short as a session's id. */
export function linkId(link: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < link.length; at++) hash = Math.imul(hash ^ link.charCodeAt(at), 0x01000193);
  return `link.${(hash >>> 0).toString(16)}.${link.length}`;
}

/** An earlier visit never got it open. `isHeld`: no other tab can be opening it now. */
export function wasCutOff(id: string, isHeld: boolean): boolean {
  const signMs = readMark(id);
  return signMs !== null && (isHeld || Date.now() - signMs > GONE_MS);
}

/** Sets the mark; returns a function that removes it. */
export function beginOpening(id: string): () => void {
  const before = readMark(id);
  const sinceMs = Date.now();
  const sign = () => writeMark(id, Date.now());
  sign();
  const signing = setInterval(sign, SIGN_MS);
  const onLeave = () => {
    clearInterval(signing);
    // An old mark: nobody takes it for another tab that is still opening it.
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
    // Without storage nobody is asked.
  }
}
