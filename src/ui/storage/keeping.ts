/** Whether the browser keeps what the reader does, and why not. The header shows it as long as it lasts. */
import { createStore } from 'zustand/vanilla';

export type KeepingTrouble =
  /** The database has not answered yet: what is to be kept waits for it. */
  | 'opening'
  /** The browser allows no storage. */
  | 'unavailable'
  /** There is no room left. */
  | 'full'
  /** Writing failed for another reason. */
  | 'failed'
  /** The session has grown too large; the last copy that was kept stays. */
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

/** `trouble` is over; without one, whatever it was but a session that is too large: other things are written as well. */
export function keepingRecovered(trouble?: KeepingTrouble): void {
  const { trouble: before } = keepingStore.getState();
  if (before === null) return;
  if (trouble === undefined ? before !== 'too-large' : before === trouble) keepingStore.setState(well);
}
