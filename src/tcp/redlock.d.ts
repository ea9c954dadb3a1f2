/** What we use of the redlock package, which brings no types. */
declare module 'redlock' {
  import type { Redis } from 'ioredis';

  export interface Lock {
    readonly value: string;
    extend(ttlMs: number): Promise<Lock>;
    unlock(): Promise<void>;
  }

  export default class Redlock {
    constructor(
      clients: readonly Redis[],
      options: { retryCount?: number; retryDelay?: number; retryJitter?: number },
    );
    lock(resource: string, ttlMs: number): Promise<Lock>;
  }
}
