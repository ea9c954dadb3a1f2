/** Where the reader is looking: moment `moment` of frame `frame`. */
export interface Position {
  readonly frame: number;
  readonly moment: number;
}

/** Past the last frame and past the last moment of every frame: "the last one, however many there are". */
export const presentFrame = 10_000_000;
export const lastMoment = 10_000_000;
