import { expect, it } from 'vitest';
import type { Answer, Request, WorkerEvent } from '../protocol/messages.ts';
import { createTurns } from './turns.ts';

const asking = (id: number): Request => ({ id, request: 'open' }) as Request;
const answering = async ({ id }: Request): Promise<Answer> =>
  ({ id, ok: true, answer: { client: id } }) as unknown as Answer;

/** A port that cannot carry some messages. */
function port(refuses: (message: Answer | WorkerEvent) => boolean) {
  const carried: (Answer | WorkerEvent)[] = [];
  return {
    carried,
    post(message: Answer | WorkerEvent) {
      if (refuses(message)) throw new DOMException('it could not be cloned', 'DataCloneError');
      carried.push(message);
    },
  };
}

it('an answer that cannot be posted becomes a refusal, and the next request is answered', async () => {
  const { carried, post } = port((message) => 'ok' in message && message.ok && message.id === 1);
  const turns = createTurns(answering, post);
  await Promise.all([turns.take(asking(1)), turns.take(asking(2))]);
  expect(carried).toEqual([
    {
      id: 1,
      ok: false,
      refusal: { code: 'not-shown', detail: 'DataCloneError: it could not be cloned' },
    },
    { id: 2, ok: true, answer: { client: 2 } },
  ]);
});

it('nothing that fails silences the worker: neither the answering nor a port that carries nothing', async () => {
  let broken = true;
  const { carried, post } = port(() => broken);
  const turns = createTurns(async (request) => {
    if (request.id === 1) throw new Error('unexpected');
    return answering(request);
  }, post);
  await turns.take(asking(1));
  await turns.take(asking(2));
  broken = false;
  await turns.take(asking(3));
  expect(carried).toEqual([{ id: 3, ok: true, answer: { client: 3 } }]);
});

it('requests are answered in the order in which they came', async () => {
  const { carried, post } = port(() => false);
  let goOn = () => {};
  const first = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const turns = createTurns(async (request) => {
    if (request.id === 1) await first;
    return answering(request);
  }, post);
  const all = [turns.take(asking(1)), turns.take(asking(2))];
  goOn();
  await Promise.all(all);
  expect(carried.map((message) => 'id' in message && message.id)).toEqual([1, 2]);
});

it('an event that cannot be posted goes without what can be asked for later', () => {
  const detail = { index: 1, moments: [], droppedSteps: 0 };
  const { carried, post } = port((message) => 'detail' in message && message.detail !== null);
  const turns = createTurns(answering, post);
  turns.post({ event: 'frames', frames: [], detail });
  expect(carried).toEqual([{ event: 'frames', frames: [], detail: null }]);
});

it('an event that cannot be posted at all is told as trouble', () => {
  const { carried, post } = port((message) => 'event' in message && message.event === 'goal');
  createTurns(answering, post).post({ event: 'goal', frame: 0, results: [] });
  expect(carried).toMatchObject([{ event: 'trouble', refusal: { code: 'not-shown' } }]);
});
