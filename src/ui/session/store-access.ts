/** What every part of the store uses: the state, the clock, the worker, and notices to the reader. */
import type { Refusal } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { SessionActions } from './actions.ts';
import type { SessionState } from './state.ts';
import { LinkFailedError, type WorkerLink } from './worker-link.ts';

/** Why a request failed. */
export type RefusalCode = Refusal['code'] | 'no-worker';

export interface StoreAccess {
  get(): SessionState;
  set(part: Partial<SessionState>): void;
  now(): number;
  /** The link to the worker. Throws if there is none. */
  ask(): WorkerLink;
  readonly notify: SessionActions['notify'];
  /** Notifies the reader that a request was refused. Throws any other error again. */
  refuse(error: unknown): RefusalCode;
}

export function createStoreAccess(
  { get, set, now }: Pick<StoreAccess, 'get' | 'set' | 'now'>,
  link: WorkerLink | LinkFailedError,
): StoreAccess {
  let noticeKey = 0;

  const notify: StoreAccess['notify'] = (code, detail = '', act) =>
    set({ notice: { key: ++noticeKey, code, detail, ...(act === undefined ? {} : { act }) } });

  return {
    get,
    set,
    now,
    ask() {
      if (link instanceof LinkFailedError) throw link;
      return link;
    },
    notify,
    refuse(error) {
      if (error instanceof RefusedError) {
        const { code, detail } = error.refusal;
        if (code !== 'fault' || get().status !== 'faulted') notify(code, detail);
        return code;
      }
      if (error instanceof LinkFailedError) return 'no-worker';
      throw error;
    },
  };
}
