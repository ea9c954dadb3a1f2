/** The body of a card: the queue of a transaction, watched keys, a wait, subscriptions, tracking. */
import type { ClientRow, ClientsView } from '../../../protocol/views.ts';
import { type Pill, type SheetPen, textWidth } from '../stage/pen.ts';
import { isListening, placeInLine, timeLeft } from './describe.ts';
import { isTouched, type Touched } from './touched.ts';
import type { ClientsWords } from './words.ts';

export interface Card {
  readonly pen: SheetPen;
  readonly view: ClientsView;
  readonly row: ClientRow;
  /** Where its content begins and ends. */
  readonly x: number;
  readonly end: number;
  readonly touched: Touched | null;
  readonly words: ClientsWords;
}

/** The words before a row of pills; on a narrow sheet they stand above them. */
function heading(pen: SheetPen, id: string, text: string, x: number, end: number): number {
  pen.y += 8;
  const isNarrow = end - x < 360;
  pen.labels.push({ id: `head:${id}`, x, y: pen.y + 11, text, look: 'note' });
  if (isNarrow) pen.y += 22;
  return isNarrow ? x : x + Math.max(92, textWidth(text, 'note') + 10);
}

export function drawQueue({ pen, row, x, end, touched, words }: Card): void {
  if (row.queue === null) return;
  const from = heading(pen, `queue:${row.id}`, words.multi, x, end);
  const runs = touched?.client === row.id && touched.what === 'runs' ? (touched.position ?? -1) : -1;
  const pills = row.queue.map(
    (command, position): Pill => ({
      id: `queue:${row.id}:${position}`,
      // Finished commands stand left of the running one, the others right of it.
      tone: row.spoiled !== null ? 'bad' : position < runs ? 'good' : position === runs ? 'plain' : 'ghost',
      hot: touched?.client === row.id && touched.position === position,
      text: words.queued(position, command),
      says: { head: command, detail: words.queuedAbout },
      part: `rows[id=${row.id}].queue`,
    }),
  );
  // Once a watched key has changed, the server drops the watches: they no longer matter.
  if (row.spoiled === 'error' || (row.spoiled === 'watch' && row.watched.length === 0)) {
    pills.push(spoilt(row, words));
  }
  if (pills.length === 0) {
    pills.push({
      id: `queue:${row.id}:empty`,
      shape: 'bare',
      text: words.queueEmpty,
      look: 'note',
      textTone: 'soft',
    });
  }
  pen.pills(pills, from, end);
}

function spoilt({ id, spoiled }: ClientRow, words: ClientsWords): Pill {
  const text = words.spoiled[spoiled ?? 'watch'];
  return {
    id: `spoilt:${id}`,
    shape: 'bare',
    tone: 'bad',
    text: `✕ ${text}`,
    look: 'note',
    textTone: 'bad',
    says: { head: text },
  };
}

export function drawWatched({ pen, row, x, end, touched, words }: Card): void {
  if (row.watched.length === 0) return;
  const from = heading(pen, `watch:${row.id}`, words.watch, x, end);
  const pills = row.watched.map(
    ({ key, db }): Pill => ({
      id: `watch:${row.id}:${db}:${key}`,
      tone: 'meta',
      hot: touched?.client === row.id && touched.key === key,
      text: key,
      says: { head: words.watchedKey(key, db) },
      part: `rows[id=${row.id}].spoiled`,
    }),
  );
  if (row.spoiled === 'watch') pills.push(spoilt(row, words));
  pen.pills(pills, from, end);
}

export function drawWait({ pen, row, view, x, end, touched, words }: Card): void {
  const { blocked } = row;
  if (blocked === null) return;
  const from = heading(pen, `wait:${row.id}`, words.waits, x, end);
  const pills = blocked.keys.map((key): Pill => {
    const stands = placeInLine(view, row, key);
    return {
      id: `wait:${row.id}:${key}`,
      tone: 'old',
      hot: isTouched(touched, row.id, 'wait'),
      text: stands === null ? key : `${key} · ${words.place(stands.place, stands.of)}`,
      says: { head: key, detail: `${words.waitsFor(blocked.why)} ${words.placeAbout}` },
      part: `rows[id=${row.id}].blocked`,
    };
  });
  pills.push({
    id: `until:${row.id}`,
    shape: 'bare',
    text: `${blocked.why} · ${words.until(timeLeft(view, blocked.untilMs, words.language))}`,
    look: 'note',
  });
  pen.pills(pills, from, end);
}

export function drawListening({ pen, row, x, end, touched, words }: Card): void {
  if (!isListening(row)) return;
  const from = heading(pen, `listen:${row.id}`, words.listens, x, end);
  const named = (kind: 'channel' | 'pattern' | 'shard', names: readonly string[]): Pill[] =>
    names.map((name) => ({
      id: `listen:${row.id}:${kind}:${name}`,
      shape: 'pill',
      tone: kind === 'pattern' ? 'meta' : 'plain',
      hot: touched?.client === row.id && touched.name === name,
      text: name,
      says: { head: `${words.kind[kind]} ${name}` },
      part: `rows[id=${row.id}].${kind === 'channel' ? 'channels' : kind === 'pattern' ? 'patterns' : 'shardChannels'}`,
    }));
  const pills = [
    ...named('channel', row.channels),
    ...named('pattern', row.patterns),
    ...named('shard', row.shardChannels),
  ];
  if (row.monitors) {
    pills.unshift({
      id: `listen:${row.id}:all`,
      shape: 'pill',
      tone: 'meta',
      text: words.monitors,
      look: 'note',
      says: { head: 'MONITOR', detail: words.flagsAbout.O },
    });
  }
  pen.pills(pills, from, end);
}

export function drawTracking({ pen, row, x, end, touched, words }: Card): void {
  const { tracking } = row;
  if (tracking === null) return;
  const from = heading(pen, `tracking:${row.id}`, words.tracking, x, end);
  const facts = [
    words.trackingMode[tracking.mode],
    ...(tracking.redirect === 0 ? [] : [words.redirect(tracking.redirect, tracking.brokenRedirect)]),
    ...(tracking.noLoop ? [words.noLoop] : []),
    ...tracking.prefixes.map((prefix) => `${prefix}*`),
  ];
  pen.pills(
    facts.map(
      (text, nth): Pill => ({
        id: `tracking:${row.id}:${nth}`,
        tone: nth === 0 ? 'meta' : tracking.brokenRedirect && nth === 1 ? 'bad' : 'soft',
        hot: nth === 0 && isTouched(touched, row.id, 'tracking'),
        text,
        look: 'note',
        says: { head: text, detail: words.flagsAbout[tracking.mode === 'broadcast' ? 'B' : 't'] },
        part: `rows[id=${row.id}].tracking`,
      }),
    ),
    from,
    end,
  );
}
