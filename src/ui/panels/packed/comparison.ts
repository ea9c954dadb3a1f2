/**
 * Which bytes are on the sheet: the present ones of the value; or, if it is no longer packed, its last ones, so that
 * the conversion can still be seen.
 */
import type { PackedBlockView, PackedValueView, PackedView } from '../../../protocol/views-packed.ts';
import { currentDetail, currentMoment, momentIndex, type SessionState } from '../../session/state.ts';

export interface ShownBlock {
  readonly block: PackedBlockView | null;
  /** The bytes are those of a value that is gone or has another encoding. */
  readonly ghost: boolean;
}

const nothing: ShownBlock = { block: null, ghost: false };

export function shownBlock(state: SessionState, watchId: string): ShownBlock {
  const view = packedAt(state, watchId);
  if (view === null) return nothing;
  if (view.value?.block != null) return { block: view.value.block, ghost: false };
  const past = packedBefore(state, watchId);
  return past?.block == null ? nothing : { block: past.block, ghost: true };
}

/** The value's last packed bytes, earlier in this frame; null if it had none. */
export function packedBefore(state: SessionState, watchId: string): PackedValueView | null {
  const view = packedAt(state, watchId);
  const moments = currentDetail(state)?.moments ?? [];
  for (let nth = momentIndex(state) - 1; nth >= 0 && view !== null; nth--) {
    const earlier = moments[nth].picture[watchId];
    if (earlier?.kind !== 'packed' || earlier.key !== view.key) return null;
    if (earlier.value?.block != null) return earlier.value;
  }
  return null;
}

function packedAt(state: SessionState, watchId: string): PackedView | null {
  const view = currentMoment(state)?.picture[watchId];
  return view?.kind === 'packed' ? view : null;
}
