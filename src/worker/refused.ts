import type { Refusal } from '../protocol/messages.ts';

/** Why a request was refused, for instance a saved session. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(code: Refusal['code'], detail: string) {
    super(detail);
    this.refusal = { code, detail };
  }
}
