/**
 * Consumer groups of a stream: which consumer got which entry and has not acknowledged it yet.
 *
 * Mirrors streamCG, streamConsumer and streamNACK of stream.h. A group remembers how far it has read; each delivered
 * entry gets a NACK, which is in two radix trees by its id: the group's pending entries list and that of its consumer.
 *
 *     group  last_id 5-0         pel        3-0 ──▶ NACK (alice, once, at 12:00:01)
 *            entries_read 5                 5-0 ──▶ NACK (bob, twice, at 12:00:07)
 *            consumers   alice   pel        3-0 ──▶ the same NACK
 *                        bob     pel        5-0 ──▶ the same NACK
 *
 *     streamCG 40 bytes, streamConsumer 24, streamNACK 24, each radix tree 24 and its nodes
 *
 * Worked example: `deliver(bob, 3-0)` after the picture above takes 3-0 from alice: her list is empty, bob has
 * both, and the NACK of 3-0 counts one delivery again.
 */
import { repr } from '../base/bytes.ts';
import { addressOf } from '../base/heap.ts';
import type { Int64 } from '../base/numbers.ts';
import type { Environment } from '../base/probe.ts';
import { Rax } from '../structures/rax.ts';
import { StoredString } from '../structures/stored-string.ts';
import { formatStreamId, type StreamId, streamIdKey } from '../structures/stream-id.ts';

export const GROUP_BYTES = 40;
export const CONSUMER_BYTES = 24;
export const NACK_BYTES = 24;
/** `entriesRead` of a group whose number of passed entries is unknown. */
export const ENTRIES_READ_UNKNOWN = -1n;

/** An entry that was delivered and not acknowledged. */
export class StreamNack {
  consumer: StreamConsumer;
  deliveryTimeMs: Int64;
  deliveryCount: bigint;
  private readonly place: number;

  constructor(env: Environment, consumer: StreamConsumer, deliveryTimeMs: Int64, deliveryCount: bigint) {
    this.consumer = consumer;
    this.deliveryTimeMs = deliveryTimeMs;
    this.deliveryCount = deliveryCount;
    this.place = env.heap.take(NACK_BYTES);
  }

  get address(): number {
    return addressOf(this.place);
  }

  release(env: Environment): void {
    env.heap.give(this.place, NACK_BYTES);
  }
}

export class StreamConsumer {
  readonly name: Uint8Array;
  /** When it last did anything. */
  seenTimeMs: Int64;
  readonly pending: Rax<StreamNack>;
  private readonly place: number;
  private readonly storedName: StoredString;

  constructor(env: Environment, name: Uint8Array, seenTimeMs: Int64) {
    this.place = env.heap.take(CONSUMER_BYTES);
    this.storedName = StoredString.create(env, name);
    this.name = name.slice();
    this.seenTimeMs = seenTimeMs;
    this.pending = new Rax<StreamNack>(env);
  }

  get address(): number {
    return addressOf(this.place);
  }

  /** Its NACKs belong to the group. */
  release(env: Environment): void {
    this.pending.release();
    this.storedName.release(env);
    env.heap.give(this.place, CONSUMER_BYTES);
  }
}

export class StreamGroup {
  lastId: StreamId;
  /** How many entries were ever added up to `lastId`, as far as that is known. */
  entriesRead: bigint;
  readonly pending: Rax<StreamNack>;
  readonly consumers: Rax<StreamConsumer>;
  private readonly env: Environment;
  private readonly place: number;

  constructor(env: Environment, lastId: StreamId, entriesRead: bigint) {
    this.env = env;
    this.place = env.heap.take(GROUP_BYTES);
    this.pending = new Rax<StreamNack>(env);
    this.consumers = new Rax<StreamConsumer>(env);
    this.lastId = lastId;
    this.entriesRead = entriesRead;
  }

  get address(): number {
    return addressOf(this.place);
  }

  consumer(name: Uint8Array): StreamConsumer | null {
    return this.consumers.find(name) ?? null;
  }

  /** Null when there is one of this name. */
  createConsumer(name: Uint8Array, nowMs: Int64): StreamConsumer | null {
    if (this.consumers.has(name)) return null;
    const consumer = new StreamConsumer(this.env, name, nowMs);
    this.consumers.insert(name, consumer);
    const { probe } = this.env;
    if (probe !== null) probe.emit({ type: 'group.join', group: this.address, consumer: repr(name) });
    return consumer;
  }

  /** Forgets a consumer and everything pending for it; says how much that was. */
  deleteConsumer(consumer: StreamConsumer): number {
    const pending = consumer.pending.size;
    for (const [key, nack] of consumer.pending.entries()) {
      this.pending.remove(key);
      nack?.release(this.env);
    }
    this.consumers.remove(consumer.name);
    consumer.release(this.env);
    const { probe } = this.env;
    if (probe !== null) {
      probe.emit({ type: 'group.leave', group: this.address, consumer: repr(consumer.name), pending });
    }
    return pending;
  }

  /** The group has read up to here. */
  moveTo(id: StreamId): void {
    const from = this.lastId;
    this.lastId = id;
    const { probe } = this.env;
    if (probe !== null) {
      probe.emit({
        type: 'group.position',
        group: this.address,
        from: formatStreamId(from),
        id: formatStreamId(id),
      });
    }
  }

  /** An entry is given to a consumer by XREADGROUP, also where another one had it. */
  deliver(consumer: StreamConsumer, id: StreamId, nowMs: number): StreamNack {
    const key = streamIdKey(id);
    const known = this.pending.find(key) ?? null;
    const from = known?.consumer ?? null;
    const nack = known ?? this.addPending(key, consumer, nowMs, 1n);
    this.assign(nack, key, consumer);
    nack.deliveryTimeMs = nowMs;
    nack.deliveryCount = 1n;
    if (this.env.probe !== null) this.emitDelivery(nack, id, from, 'new');
    return nack;
  }

  /** The consumer read its own pending entries and got this entry once more. */
  deliverAgain(nack: StreamNack, id: StreamId, nowMs: number): void {
    nack.deliveryTimeMs = nowMs;
    nack.deliveryCount++;
    if (this.env.probe !== null) this.emitDelivery(nack, id, nack.consumer, 'again');
  }

  /** A pending entry changes hands, or `nack` is null and it becomes pending. */
  claim(
    nack: StreamNack | null,
    id: StreamId,
    consumer: StreamConsumer,
    deliveryTimeMs: number,
    count: bigint,
  ): StreamNack {
    const key = streamIdKey(id);
    const from = nack?.consumer ?? null;
    const claimed = nack ?? this.addPending(key, consumer, deliveryTimeMs, count);
    this.assign(claimed, key, consumer);
    claimed.deliveryTimeMs = deliveryTimeMs;
    claimed.deliveryCount = count;
    if (this.env.probe !== null) this.emitDelivery(claimed, id, from, 'claim');
    return claimed;
  }

  /** A new pending entry. */
  addPending(key: Uint8Array, consumer: StreamConsumer, deliveryTimeMs: Int64, count: bigint): StreamNack {
    const nack = new StreamNack(this.env, consumer, deliveryTimeMs, count);
    this.pending.insert(key, nack);
    consumer.pending.insert(key, nack);
    return nack;
  }

  /** Moves a pending entry to another consumer's list. */
  assign(nack: StreamNack, key: Uint8Array, consumer: StreamConsumer): void {
    if (nack.consumer !== consumer) {
      nack.consumer.pending.remove(key);
      nack.consumer = consumer;
      consumer.pending.insert(key, nack);
    }
  }

  /** Whether the entry was pending; it is not any more. */
  acknowledge(id: StreamId, why: 'acknowledged' | 'deleted' = 'acknowledged'): boolean {
    const key = streamIdKey(id);
    const nack = this.pending.remove(key) ?? null;
    if (nack === null) return false;
    nack.consumer.pending.remove(key);
    nack.release(this.env);
    const { probe } = this.env;
    if (probe !== null) {
      probe.emit({
        type: 'group.release',
        group: this.address,
        consumer: repr(nack.consumer.name),
        id: formatStreamId(id),
        why,
      });
    }
    return true;
  }

  private emitDelivery(
    nack: StreamNack,
    id: StreamId,
    from: StreamConsumer | null,
    how: 'new' | 'again' | 'claim',
  ): void {
    this.env.probe?.emit({
      type: 'group.deliver',
      group: this.address,
      consumer: repr(nack.consumer.name),
      from: from === null ? null : repr(from.name),
      id: formatStreamId(id),
      deliveries: String(nack.deliveryCount),
      how,
    });
  }

  release(): void {
    this.consumers.release((consumer) => consumer.release(this.env));
    this.pending.release((nack) => nack.release(this.env));
    this.env.heap.give(this.place, GROUP_BYTES);
  }

  /** A deep copy: what COPY stores. */
  copy(): StreamGroup {
    const { env } = this;
    const copy = new StreamGroup(env, this.lastId, this.entriesRead);
    for (const [name, consumer] of this.consumers.entries()) {
      copy.consumers.insert(name, new StreamConsumer(env, name, consumer!.seenTimeMs));
    }
    for (const [key, nack] of this.pending.entries()) {
      const { consumer, deliveryTimeMs, deliveryCount } = nack!;
      copy.addPending(key, copy.consumer(consumer.name)!, deliveryTimeMs, deliveryCount);
    }
    return copy;
  }
}
