/** Whether the browser keeps the reader's work, and why not. The header shows it as long as it lasts. */
import { createStore } from 'zustand/vanilla';

export type KeepingTrouble =
  /** The database has not answered yet: writes wait for it. */
  | 'opening'
  /** The browser allows no storage. */
  | 'unavailable'
  /** There is no room left. */
  | 'full'
  /** Writing failed for another reason. */
  | 'failed'
  /** The session has grown too large; the last saved copy stays. */
  | 'too-large';

export interface Keeping {
  readonly trouble: KeepingTrouble | null;
  readonly detail: string;
}

const well: Keeping = { trouble: null, detail: '' };

export const keepingStore = createStore<Keeping>(() => well);

export function keepingTroubled(trouble: KeepingTrouble, detail = ''): void {
  const { trouble: before, detail: detailBefore } = keepingStore.getState();
  if (before !== trouble || detailBefore !== detail) keepingStore.setState({ trouble, detail });
}

/** Ends `trouble`; without one, any trouble but a session that is too large: other writes succeed all the same. */
export function keepingRecovered(trouble?: KeepingTrouble): void {
  const { trouble: before } = keepingStore.getState();
  if (before === null) return;
  if (trouble === undefined ? before !== 'too-large' : before === trouble) keepingStore.setState(well);
}
