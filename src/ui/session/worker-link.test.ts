import { describe, expect, it } from 'vitest';
import type { Request } from '../../protocol/messages.ts';
import { RefusedError } from '../../protocol/refused.ts';
import { LinkFailedError, linkTo, type MessagePeer } from './worker-link.ts';

class FakePeer implements MessagePeer {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  readonly sent: Request[] = [];

  postMessage(message: unknown): void {
    this.sent.push(message as Request);
  }
  terminate(): void {}

  say(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }
}

const target = { kind: 'keyspace', db: 0, window: { from: 0, count: 1 } } as const;

describe('the link to the worker', () => {
  it('numbers its requests and resolves each with its own answer', async () => {
    const peer = new FakePeer();
    const link = linkTo(peer);
    const first = link.ask('open', {});
    const second = link.ask('open', {});
    expect(peer.sent.map(({ id }) => id)).toEqual([1, 2]);
    peer.say({ id: 2, ok: true, answer: { client: 22 } });
    peer.say({ id: 1, ok: true, answer: { client: 11 } });
    expect(await first).toEqual({ client: 11 });
    expect(await second).toEqual({ client: 22 });
  });

  it('sends all fields of a request beside the number', async () => {
    const peer = new FakePeer();
    void linkTo(peer).ask('watch', { watchId: 'keys', target, atFrame: 3 });
    expect(peer.sent).toEqual([{ id: 1, request: 'watch', watchId: 'keys', target, atFrame: 3 }]);
  });

  it('rejects with the refusal', async () => {
    const peer = new FakePeer();
    const answer = linkTo(peer).ask('open', {});
    peer.say({ id: 1, ok: false, refusal: { code: 'no-session', detail: 'none' } });
    await expect(answer).rejects.toThrow(RefusedError);
  });

  it('passes events to its listeners', () => {
    const peer = new FakePeer();
    const received: unknown[] = [];
    linkTo(peer).onEvent((event) => received.push(event));
    const event = { event: 'clock', clock: { running: true, speed: 1, nowMs: 5 } };
    peer.say(event);
    expect(received).toEqual([event]);
  });

  it('reports a failed worker once, and rejects all open requests', async () => {
    const peer = new FakePeer();
    const link = linkTo(peer);
    const failures: string[] = [];
    link.onFailure((error) => failures.push(error.failure));
    const waiting = link.ask('open', {});
    const error = { message: 'script not found', preventDefault() {} } as unknown as ErrorEvent;
    peer.onerror?.(error);
    peer.onerror?.(error);
    await expect(waiting).rejects.toThrow(LinkFailedError);
    await expect(link.ask('open', {})).rejects.toThrow('script not found');
    expect(failures).toEqual(['worker-failed']);
  });
});
