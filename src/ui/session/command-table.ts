/** The command table, fetched once, together with everything the first command can do without. */
import type { CommandDoc } from '../../protocol/docs.ts';
import { RefusedError } from '../../protocol/refused.ts';
import type { StoreAccess } from './store-access.ts';

export interface CommandTable {
  learn(): Promise<readonly CommandDoc[]>;
  /** A new worker is asked again. */
  forget(): void;
}

export function createCommandTable({ set, ask, refuse }: StoreAccess): CommandTable {
  let learning: Promise<readonly CommandDoc[]> | null = null;

  return {
    learn() {
      learning ??= ask()
        .ask('commands', {})
        .then(({ docs, absent, idleParameters }) => {
          set({ docs, absent, idleParameters });
          return docs;
        })
        .catch((error) => {
          // The next caller asks again. Nobody typed anything, so the failure needs no notice.
          learning = null;
          const isAway = error instanceof RefusedError && error.refusal.code === 'not-loaded';
          if (!isAway) refuse(error);
          return [];
        });
      return learning;
    },
    forget() {
      learning = null;
    },
  };
}
