/** Where prose is shown: in a lesson that is worked through, on paper, or on another page. */
import { createContext } from 'react';

export interface ProseSetting {
  /** The lesson it belongs to; null where it does not matter. */
  readonly lessonId: string | null;
  /** Everything is shown at once, also what a reader would have to ask for. */
  readonly revealed: boolean;
}

export const ProseSettingContext = createContext<ProseSetting>({ lessonId: null, revealed: false });
