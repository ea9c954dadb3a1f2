/**
 * From events to lanes: what each client is in, and since when. The rules say what a client can know. One that took
 * the lock goes on as its holder until it gives it back, reads another's token, starts over or hangs up, whatever has
 * happened to the key meanwhile: no message informs it.
 */
import type {
  LockConflict,
  LockEvent,
  LockLease,
  LockSpan,
  LockSpanKind,
  LockTotals,
} from '../../protocol/views-locks.ts';

interface Open {
  readonly kind: LockSpanKind;
  readonly from: number;
  readonly token: string | null;
}

export class LockLanes {
  /** Clients in the order in which they came to the lock. */
  readonly clients: number[] = [];
  readonly spans: LockSpan[] = [];
  readonly leases: LockLease[] = [];
  readonly conflicts: LockConflict[] = [];
  readonly totals = { acquired: 0, refused: 0, wrongReleases: 0, spared: 0, expired: 0, conflicts: 0 };
  readonly #open = new Map<number, Open>();
  #lease: Omit<LockLease, 'to'> | null = null;
  #conflict: Omit<LockConflict, 'to'> | null = null;
  #events = 0;

  /** What a client is in now. */
  stateOf(client: number): LockSpanKind | null {
    return this.#open.get(client)?.kind ?? null;
  }

  /** The key as it is now; null when it is not there. */
  get lease(): Omit<LockLease, 'to'> | null {
    return this.#lease;
  }

  /** Clients that act as holders, the true one and those that do not know better. */
  get holders(): number[] {
    return this.clients.filter((client) => {
      const state = this.stateOf(client);
      return state === 'held' || state === 'believed';
    });
  }

  apply(event: LockEvent): void {
    const at = this.#events++;
    const { client, kind, token } = event;
    if (client !== 0 && !this.clients.includes(client)) this.clients.push(client);
    switch (kind) {
      case 'acquired':
        this.totals.acquired++;
        this.#begin(client, 'held', at, token);
        this.#lay(event, client, at);
        break;
      case 'overwritten':
        if (event.owner !== client) this.#lose(event.owner, at);
        this.#begin(client, 'held', at, token);
        this.#lay(event, client, at);
        break;
      case 'renewed':
        this.#lay(event, event.owner, at);
        break;
      case 'refused':
        this.totals.refused++;
        // A client that asks again has noticed the loss, unless it holds the lock: this lock cannot be taken twice.
        if (this.stateOf(client) !== 'held' && this.stateOf(client) !== 'waiting') {
          this.#begin(client, 'waiting', at, null);
        }
        break;
      case 'released':
        this.#end(client, at);
        this.#lift(at);
        break;
      case 'wrongRelease':
        this.totals.wrongReleases++;
        this.#lose(event.owner, at);
        if (this.stateOf(client) === 'believed') this.#end(client, at);
        this.#lift(at);
        break;
      case 'cleared':
        this.#lose(event.owner, at);
        if (this.stateOf(client) === 'believed') this.#end(client, at);
        this.#lift(at);
        break;
      case 'expired':
      case 'lost':
        if (kind === 'expired') this.totals.expired++;
        this.#lose(event.owner, at);
        this.#lift(at);
        break;
      case 'nothing':
      case 'spared':
        if (kind === 'spared') this.totals.spared++;
        if (this.stateOf(client) === 'believed') this.#end(client, at);
        break;
      case 'gone': {
        const open = this.#open.get(client);
        if (open?.kind === 'held') this.#begin(client, 'orphaned', at, open.token);
        else if (open !== undefined && open.kind !== 'orphaned') this.#end(client, at);
        break;
      }
      case 'read': {
        // Its own token still tells it nothing: another may have put the same there.
        const open = this.#open.get(client);
        if (open?.kind === 'believed' && open.token !== token) this.#end(client, at);
        break;
      }
    }
    this.#countHolders(at);
  }

  /** Everything as it stands: what goes on has no end. */
  settle(): {
    spans: LockSpan[];
    leases: LockLease[];
    conflicts: LockConflict[];
    totals: LockTotals;
  } {
    const spans = [...this.spans];
    for (const [client, open] of this.#open) spans.push({ client, ...open, to: null });
    const leases = [...this.leases];
    if (this.#lease !== null) leases.push({ ...this.#lease, to: null });
    const conflicts = [...this.conflicts];
    if (this.#conflict !== null) conflicts.push({ ...this.#conflict, to: null });
    return { spans, leases, conflicts, totals: { ...this.totals } };
  }

  #begin(client: number, kind: LockSpanKind, at: number, token: string | null): void {
    this.#end(client, at);
    this.#open.set(client, { kind, from: at, token });
  }

  #end(client: number, at: number): void {
    const open = this.#open.get(client);
    if (open === undefined) return;
    this.#open.delete(client);
    this.spans.push({ client, ...open, to: at });
  }

  /** The key is gone or another's: its owner goes on without knowing, if it is there at all. */
  #lose(owner: number, at: number): void {
    const open = this.#open.get(owner);
    if (open?.kind === 'held') this.#begin(owner, 'believed', at, open.token);
    else if (open?.kind === 'orphaned') this.#end(owner, at);
  }

  #lay({ token, expireAtMs }: LockEvent, owner: number, at: number): void {
    this.#lift(at);
    this.#lease = { owner, from: at, token, expireAtMs };
  }

  #lift(at: number): void {
    if (this.#lease !== null) this.leases.push({ ...this.#lease, to: at });
    this.#lease = null;
  }

  #countHolders(at: number): void {
    const { holders } = this;
    const same =
      this.#conflict !== null &&
      this.#conflict.clients.length === holders.length &&
      this.#conflict.clients.every((client) => holders.includes(client));
    if (same) return;
    const before = this.#conflict;
    if (before !== null) this.conflicts.push({ ...before, to: at });
    this.#conflict = holders.length < 2 ? null : { from: at, clients: holders };
    // A third holder makes a conflict of two worse; it is no new conflict.
    if (this.#conflict !== null && before === null) this.totals.conflicts++;
  }
}
