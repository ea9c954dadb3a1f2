/** The clients in words: figures beside the title, and the accessible table. */
import type { ChannelsView, ClientRow, ClientsView } from '../../../protocol/views.ts';
import { formatBytes, formatTimeLeft } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import type { AccessibleTable } from '../stage/sheet.ts';
import { type ClientsWords, clientsWords } from './words.ts';

export function summariseClients(view: ClientsView, language: Language): string[] {
  const { summary } = clientsWords[language];
  const inMulti = view.rows.filter(({ queue }) => queue !== null).length;
  const listening = view.rows.filter(isListening).length;
  return [
    summary.clients(view.clients),
    ...(view.blockedClients > 0 ? [summary.blocked(view.blockedClients)] : []),
    ...(inMulti > 0 ? [summary.inMulti(inMulti)] : []),
    ...(listening > 0 ? [summary.listening(listening)] : []),
  ];
}

export function isListening({ channels, patterns, shardChannels, monitors }: ClientRow): boolean {
  return monitors || channels.length + patterns.length + shardChannels.length > 0;
}

/** The flags as words, in the order of CLIENT LIST. */
export function flagWords(
  { flags }: ClientRow,
  words: ClientsWords,
): { flag: string; word: string; about: string }[] {
  return [...flags]
    .filter((flag) => flag !== 'N')
    .map((flag) => ({ flag, word: words.flags[flag] ?? flag, about: words.flagsAbout[flag] ?? flag }));
}

/** A client's place in the queue of each key that it waits for. */
export function placeInLine(
  view: ClientsView,
  { id, db }: ClientRow,
  key: string,
): { place: number; of: number } | null {
  const line = view.awaited.find((row) => row.key === key && row.db === db);
  const at = line?.clients.indexOf(id) ?? -1;
  return line === undefined || at === -1 ? null : { place: at + 1, of: line.clientCount };
}

export function timeLeft({ nowMs }: ClientsView, untilMs: number, language: Language): string | null {
  return untilMs === 0 ? null : formatTimeLeft(Math.max(0, untilMs - nowMs), language);
}

export function accessibleClients(view: ClientsView, language: Language): AccessibleTable {
  const words = clientsWords[language];
  return {
    caption: summariseClients(view, language).join(' · '),
    rows: view.rows.map((row) => ({
      id: `client:${row.id}`,
      name: nameOf(row, words),
      text: accessibleClient(view, row, words),
    })),
  };
}

export function nameOf({ id, name }: ClientRow, words: ClientsWords): string {
  return name === '' ? words.client(id) : `${words.client(id)} · ${name}`;
}

function accessibleClient(view: ClientsView, row: ClientRow, words: ClientsWords): string {
  const parts = [
    words.db(row.db),
    row.user,
    `RESP${row.protocol}`,
    ...flagWords(row, words).map(({ word }) => word),
    row.lastCommand === 'NULL' ? words.none : words.last(row.lastCommand),
    `${words.buffers.query} ${formatBytes(row.queryBytes)}`,
    `${words.buffers.reply} ${formatBytes(row.replyBytes)}`,
    `${words.buffers.unsent} ${formatBytes(row.unsentBytes)}`,
    words.total(formatBytes(row.totalBytes)),
  ];
  if (row.queue !== null)
    parts.push(`${words.multi}: ${row.queue.length === 0 ? words.queueEmpty : row.queue.join('; ')}`);
  if (row.spoiled !== null) parts.push(words.spoiled[row.spoiled]);
  if (row.watched.length > 0) parts.push(`${words.watch} ${row.watched.map(({ key }) => key).join(', ')}`);
  if (row.blocked !== null) {
    const keys = row.blocked.keys.map((key) => {
      const stands = placeInLine(view, row, key);
      return stands === null ? key : `${key} (${words.place(stands.place, stands.of)})`;
    });
    parts.push(
      [
        words.waits,
        row.blocked.why,
        ...keys,
        words.until(timeLeft(view, row.blocked.untilMs, words.language)),
      ].join(' '),
    );
  }
  if (isListening(row)) {
    const names = [...row.channels, ...row.patterns, ...row.shardChannels];
    parts.push(`${words.listens} ${[...(row.monitors ? [words.monitors] : []), ...names].join(', ')}`);
  }
  if (row.tracking !== null) parts.push(`${words.tracking}: ${words.trackingMode[row.tracking.mode]}`);
  return parts.join(' · ');
}

export function accessibleChannels(view: ChannelsView, language: Language): AccessibleTable {
  const words = clientsWords[language];
  return {
    caption: words.channelsStage,
    rows: [
      ...view.rows.map(({ kind, name, subscribers }) => ({
        id: `${kind}:${name}`,
        name: `${words.kind[kind]} ${name}`,
        text: subscribers.map(words.client).join(', '),
      })),
      ...view.messages.map(({ publisher, channel, message, receiverCount }, nth) => ({
        id: `message:${nth}`,
        name: message,
        text: words.message(publisher, channel, receiverCount),
      })),
    ],
  };
}
