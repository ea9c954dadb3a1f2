/**
 * "When did this last change?": asks the worker since when a part of a view is unchanged, and goes there. The search of
 * a long history comes back in portions, so that it can be cancelled between them.
 */
import { createStore } from 'zustand/vanilla';
import type { FrameSummary, LastChange, Position } from '../../protocol/messages.ts';
import { lastMoment, momentIndex, type SessionStore } from '../session/store.ts';

export interface LastChangeState {
  readonly phase: 'idle' | 'searching' | 'changed' | 'always' | 'absent';
  /** From 0 to 1. */
  readonly progress: number;
  /** The frame that changed it. */
  readonly frame: FrameSummary | null;
  /** It was not there before. */
  readonly appeared: boolean;
  /** The position when the question was asked; null stands for "now". */
  readonly from: Position | null;
}

const idle: LastChangeState = { phase: 'idle', progress: 0, frame: null, appeared: false, from: null };

export const lastChangeStore = createStore<LastChangeState>(() => idle);

/** Counts questions, so that the answer to a cancelled or repeated one is ignored. */
let question = 0;

export async function askLastChange(store: SessionStore, watchId: string, part: string): Promise<void> {
  const mine = ++question;
  store.actions.pause();
  const state = store.getState();
  const at = { frame: state.position.frame, moment: momentIndex(state) };
  const { branch } = state;
  const from = state.following ? null : at;
  lastChangeStore.setState({ ...idle, phase: 'searching', from });
  let answer: LastChange | null = await store.actions.lastChange(watchId, part, at, false);
  while (answer?.result === 'searching' && mine === question) {
    lastChangeStore.setState({ progress: answer.progress });
    answer = await store.actions.lastChange(watchId, part, at, true);
  }
  if (mine !== question) return;
  if (answer === null || answer.result === 'searching' || store.getState().branch !== branch) {
    lastChangeStore.setState(idle);
    return;
  }
  if (answer.result !== 'changed') {
    lastChangeStore.setState({ ...idle, phase: answer.result, from });
    return;
  }
  const { position, appeared } = answer;
  store.actions.seek(position);
  const frame = store.getState().frames[position.frame] ?? null;
  lastChangeStore.setState({ phase: 'changed', progress: 1, frame, appeared, from });
}

/** Cancels a search, or dismisses its result. */
export function leaveLastChange(): void {
  question++;
  lastChangeStore.setState(idle);
}

/** Goes back to the position from which the question was asked. */
export function returnFromLastChange(store: SessionStore): void {
  const { from } = lastChangeStore.getState();
  leaveLastChange();
  if (from === null) store.actions.last();
  else store.actions.seek({ frame: from.frame, moment: Math.min(from.moment, lastMoment) });
}
