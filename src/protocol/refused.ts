import type { Refusal } from './messages.ts';

/** The worker understood a request and declined it; the page words `refusal.code`. Thrown on both ends of the wire. */
export class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(code: Refusal['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'RefusedError';
    this.refusal = { code, detail };
  }
}
