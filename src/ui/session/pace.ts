/** How a replay is paced. The choice is remembered between visits. */
import { recall, remember } from '../browser/preferences.ts';

/** By the time it takes to read the captions; stopping at each of them; or as fast as the eye follows the drawing. */
export type Pace = 'reading' | 'narrated' | 'quick';

export const paces: readonly Pace[] = ['reading', 'narrated', 'quick'];
export const speeds: readonly number[] = [0.25, 0.5, 1, 2, 4];

const [paceKey, speedKey] = ['playing-pace', 'playing-speed'];

export function recallPace(): { readonly pace: Pace; readonly speed: number } {
  const speed = Number(recall(speedKey));
  return {
    pace: paces.find((pace) => pace === recall(paceKey)) ?? 'reading',
    speed: speeds.includes(speed) ? speed : 1,
  };
}

export const rememberPace = (pace: Pace) => remember(paceKey, pace);
export const rememberSpeed = (speed: number) => remember(speedKey, String(speed));
