/** What the browser remembers between visits. Where storage is forbidden, nothing is remembered. */
const prefix = 'rediscope.';

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(prefix + key, value);
  } catch {
    // Private windows and full disks: the choice holds for this visit only.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was remembered.
  }
}

/** The same until the tab is closed. */
export function recallForVisit(key: string): string | null {
  try {
    return sessionStorage.getItem(prefix + key);
  } catch {
    return null;
  }
}

export function rememberForVisit(key: string, value: string): void {
  try {
    sessionStorage.setItem(prefix + key, value);
  } catch {
    // Then it holds until the page is left.
  }
}
