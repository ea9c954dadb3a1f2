/**
 * Which snapshot a moment is compared with: inside a frame the one before it; at its end the one at its beginning, so
 * that the picture at rest shows the work of the command.
 */
import type { KeyspaceView } from '../../../protocol/views.ts';
import { currentDetail, isOpening, momentIndex, type SessionState } from '../../session/state.ts';

export interface Comparison {
  readonly before: KeyspaceView | null;
  /** The frame is over. */
  readonly settled: boolean;
}

export function comparedWith(state: SessionState, watchId: string): Comparison {
  if (isOpening(state)) return { before: null, settled: true };
  const moments = currentDetail(state)?.moments ?? [];
  const index = momentIndex(state);
  const settled = index > 0 && index === moments.length - 1;
  const view = moments[settled ? 0 : index - 1]?.picture[watchId];
  return { before: view?.kind === 'keyspace' ? view : null, settled };
}
