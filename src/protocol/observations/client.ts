/** A client by its number: its transaction and why it is blocked. Null if there is no such client. */
import type { ClientRow } from '../views-clients.ts';
import { observation } from './observation.ts';
import type { EngineReader } from './reader.ts';

const transaction = 'WATCH stock\nMULTI\nDECR stock\nINCR sold';

export const clientObservations = [
  observation({
    path: 'client(<client>).queued',
    value: 'number',
    zh: ({ client }) => `客户端 ${client} 排队的命令`,
    en: ({ client }) => `commands queued by client ${client}`,
    note: 'counted up to 100; null outside of MULTI',
    example: { given: transaction, path: 'client(1).queued', reportedBy: ['2> CLIENT LIST ID 1', ' multi='] },
    read: (engine, { client }) => rowOf(engine, client)?.queue?.length ?? null,
  }),
  observation({
    path: 'client(<client>).watched',
    value: 'number',
    zh: ({ client }) => `客户端 ${client} WATCH 的键`,
    en: ({ client }) => `keys client ${client} watches`,
    example: { given: transaction, path: 'client(1).watched' },
    read: (engine, { client }) => rowOf(engine, client)?.watched.length ?? null,
  }),
  observation({
    path: 'client(<client>).spoiled',
    value: 'text',
    zh: ({ client }) => `客户端 ${client} 的 EXEC 会被放弃，因为`,
    en: ({ client }) => `EXEC of client ${client} will run nothing because of`,
    sentence: {
      zh: ({ client }) => `客户端 ${client} 的 EXEC 会被放弃，原因是 {n}`,
      en: ({ client }) => `EXEC of client ${client} will run nothing because of {n}`,
    },
    note: 'error (a command was rejected), watch (a watched key changed) or nothing',
    example: { given: `${transaction}\n2> SET stock 9`, path: 'client(1).spoiled' },
    read(engine, { client }) {
      const row = rowOf(engine, client);
      return row === null ? null : (row.spoiled ?? 'nothing');
    },
  }),
  observation({
    path: 'client(<client>).blocked',
    value: 'number',
    zh: ({ client }) => `客户端 ${client} 是否阻塞`,
    en: ({ client }) => `client ${client} is blocked`,
    sentence: {
      zh: ({ client }) => `客户端 ${client} 的阻塞状态是 {n}`,
      en: ({ client }) => `The blocked state of client ${client} is {n}`,
    },
    sayings: {
      1: { zh: '这个客户端正在阻塞等待', en: 'The client is blocked' },
      0: { zh: '这个客户端没有阻塞', en: 'The client is not blocked' },
    },
    note: '1 or 0',
    example: { given: '2> BLPOP queue 0', path: 'client(2).blocked' },
    read(engine, { client }) {
      const row = rowOf(engine, client);
      return row === null ? null : Number(row.blocked !== null);
    },
  }),
  observation({
    path: 'client(<client>).heard',
    value: 'text',
    zh: ({ client }) => `客户端 ${client} 最近收到的消息`,
    en: ({ client }) => `latest message client ${client} got`,
    sentence: {
      zh: ({ client }) => `客户端 ${client} 最近收到的消息是 {n}`,
      en: ({ client }) => `The latest message client ${client} got is {n}`,
    },
    note: 'channel and message; among the last 32 messages published, null if there is none for it',
    example: { given: '2> SUBSCRIBE news\nPUBLISH news hello', path: 'client(2).heard' },
    read(engine, { client }) {
      const messages =
        engine.view({ kind: 'channels', db: 0, window: { from: 0, count: 0 } })?.messages ?? [];
      const heard = messages.findLast(({ receivers }) => receivers.some((one) => one.client === client));
      return heard === undefined ? null : `${heard.channel} ${heard.message}`;
    },
  }),
];

/** Rows stand in the order of their numbers, so that none comes later than its number. */
function rowOf(engine: EngineReader, client: number): ClientRow | null {
  const view = engine.view({ kind: 'clients', db: 0, window: { from: 0, count: client } });
  return view?.rows.find(({ id }) => id === client) ?? null;
}
