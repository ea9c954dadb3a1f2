/**
 * Opens sessions that may crash the page. A note stands while one is being opened; if the page ends meanwhile, the next
 * visit finds the note and asks before it tries again.
 */
import type { Loaded, SessionActions } from '../session/store.ts';
import { beginOpening, forgetOpening, wasCutOff } from '../storage/openings.ts';

/** Open it anyway, without its last command, or not at all. */
export type OpeningAnswer = 'again' | 'shorter' | 'aside';

export type Opened = 'session' | 'link';

export interface GuardedOpening {
  /** Asks about the session that the last visit failed to open. */
  howToOpen(what: Opened, id: string): Promise<OpeningAnswer>;
  load(saved: string | Uint8Array, id: string, withoutLast?: boolean): Promise<Loaded | null>;
  answer(answer: OpeningAnswer): void;
}

export function createGuardedOpening(
  actions: SessionActions,
  onAsk: (what: Opened | null) => void,
): GuardedOpening {
  let resolveAnswer: (answer: OpeningAnswer) => void = () => undefined;
  return {
    async howToOpen(what, id) {
      if (!wasCutOff(id, what === 'session')) return 'again';
      const answer = await new Promise<OpeningAnswer>((resolve) => {
        resolveAnswer = resolve;
        onAsk(what);
      });
      onAsk(null);
      if (answer === 'aside') forgetOpening(id);
      return answer;
    },
    async load(saved, id, withoutLast = false) {
      const end = beginOpening(id);
      try {
        return await actions.load(saved, withoutLast);
      } finally {
        end();
      }
    },
    answer: (answer) => resolveAnswer(answer),
  };
}
