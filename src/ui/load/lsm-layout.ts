/** Where the files of a store lie: pure, from its view to shares of the width of all keys. */
import type { LsmFileView, LsmLevelView, LsmStop, LsmView } from '../../protocol/lsm.ts';
import { LSM_LIMITS } from '../../protocol/lsm.ts';

export interface FilePlace {
  readonly file: LsmFileView;
  /** In percent of all possible keys. */
  readonly left: number;
  readonly width: number;
  /** Files of level 0 overlap: each has a row of its own, the newest on top. */
  readonly row: number;
  readonly state: FileState;
}

/** What the last action had to do with a file. */
export type FileState = 'idle' | 'new' | 'range' | 'filter' | 'missing' | 'found' | 'deleted';

export interface LevelPlace {
  readonly level: LsmLevelView;
  readonly rows: number;
  readonly files: readonly FilePlace[];
  readonly isDue: boolean;
}

/** Narrower ones could not be seen. */
const LEAST_WIDTH = 2;

export function layoutLsm(view: LsmView): readonly LevelPlace[] {
  return view.levels.map((level) => ({
    level,
    rows: level.level === 0 ? Math.max(1, level.files.length) : 1,
    isDue: view.due === level.level,
    files: level.files.map((file, at) => {
      const left = shareOf(file.firstKey);
      return {
        file,
        left: Math.min(left, 100 - LEAST_WIDTH),
        width: Math.max(LEAST_WIDTH, shareOf(file.lastKey) - left),
        row: level.level === 0 ? at : 0,
        state: stateOf(view, file.name),
      };
    }),
  }));
}

/** Keys are called k000 to k999. */
export function shareOf(key: string): number {
  return (100 * Number(key.slice(1))) / LSM_LIMITS.keys;
}

function stateOf({ last }: LsmView, name: string): FileState {
  if (last === null) return 'idle';
  if (last.type === 'flushed') return last.file === name ? 'new' : 'idle';
  if (last.type === 'compacted') return last.outputs.includes(name) ? 'new' : 'idle';
  if (last.type !== 'read') return 'idle';
  const stop = last.path.find(({ file }) => file === name);
  return stop === undefined ? 'idle' : stateOfStop(stop);
}

export function stateOfStop({ step, outcome }: LsmStop): FileState {
  return outcome === 'missing' && step !== 'block' && step !== 'memtable' ? step : outcome;
}
