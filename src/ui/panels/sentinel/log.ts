/** What the sentinels told, by time, the newest last; each in its own column where there is room. */
import type { Step } from '../../../protocol/steps.ts';
import type { SentinelEventView, SentinelView } from '../../../protocol/views-sentinel.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { Tone } from '../stage/sheet.ts';
import { clockText } from '../times.ts';
import { addressName, serverName, voterName } from './names.ts';
import { type Filter, sentinelWords } from './words.ts';

const rowHeight = 22;
const columnFrom = 128;
/** Rows that are drawn; the rest is counted. */
const mostRows = 60;

export function kindOf(event: string): Exclude<Filter, 'all'> | null {
  if (/^[+-](sdown|odown|reboot|tilt)$/.test(event)) return 'down';
  if (/epoch|vote|leader|try-failover|not-elected/.test(event)) return 'vote';
  if (/failover|slave|switch-master|config-update|role-change|promoted/.test(event)) {
    return event === '+slave' ? null : 'failover';
  }
  return null;
}

export function drawLog(
  pen: SheetPen,
  view: SentinelView,
  step: Step | null,
  filter: Filter,
  language: Language,
): void {
  const words = sentinelWords[language];
  const fitting = view.events.filter(({ event }) => filter === 'all' || kindOf(event) === filter);
  const events = fitting.slice(-mostRows);
  pen.title('log', words.log);
  const hidden = fitting.length - events.length + (filter === 'all' ? view.earlierEvents : 0);
  if (hidden > 0) pen.note('earlier', words.earlier(hidden));
  if (events.length === 0) {
    pen.note('no-events', words.noEvents);
    return;
  }
  const clockWidth = textWidth(clockText(0), 'byte') + 10;
  const count = Math.max(1, view.sentinels.length);
  const width = Math.floor((pen.width - clockWidth) / count);
  const hasColumns = width >= columnFrom;
  if (hasColumns) {
    for (const [nth, { node, name }] of view.sentinels.entries()) {
      const x = pen.left + clockWidth + nth * width;
      const text = cutToWidth(name, width - 8, 'note');
      pen.labels.push({ id: `log-head:${node}`, x, y: pen.y + 8, text, look: 'note' });
    }
    pen.y += 20;
  }
  for (const [row, each] of events.entries()) {
    const { of, atMs, nth, event, text } = each;
    const previous = events[row - 1];
    if (previous === undefined || clockText(previous.atMs) !== clockText(atMs)) {
      pen.labels.push({
        id: `clock:${of}:${nth}`,
        x: pen.left,
        y: pen.y + rowHeight / 2,
        text: clockText(atMs),
        look: 'byte',
        tone: 'soft',
      });
    }
    const column = Math.max(
      0,
      view.sentinels.findIndex(({ node }) => node === of),
    );
    const room = hasColumns ? width - 6 : pen.width - clockWidth;
    const own = hasColumns ? '' : `${serverName(view, of)} `;
    pen.boxes.push({
      id: `event:${of}:${nth}`,
      x: pen.left + clockWidth + (hasColumns ? column * width : 0),
      y: pen.y,
      width: room,
      height: rowHeight - 2,
      tone: toneOf(event),
      hot: isStep(view, step, each) && row === lastOf(view, events, step),
      texts: [
        {
          x: 6,
          y: (rowHeight - 2) / 2,
          text: cutToWidth(`${own}${shortText(view, each)}`, room - 10, 'byte'),
          look: 'byte',
        },
      ],
      says: { head: `${serverName(view, of)} ${event}`, detail: `${clockText(atMs)} · ${text}` },
      part: 'events',
    });
    pen.y += rowHeight;
  }
  pen.y += 8;
}

/** The event with the name of what it is about: `+sdown master`, `+vote-for-leader sentinel-2`. */
export function shortText(view: SentinelView, { event, text }: SentinelEventView): string {
  const words = text.split(' ');
  if (event === '+vote-for-leader') return `${event} ${voterName(view, words[0])}`;
  if (event === '+switch-master') return `${event} ${addressName(view, `${words[3]}:${words[4]}`)}`;
  if (['master', 'slave', 'sentinel'].includes(words[0]) && words.length >= 4) {
    const name = addressName(view, `${words[2]}:${words[3]}`);
    const quorum = /#quorum \S+/.exec(text)?.[0];
    return quorum === undefined ? `${event} ${name}` : `${event} ${name} ${quorum.slice(8)}`;
  }
  return `${event} ${text}`;
}

function toneOf(event: string): Tone {
  if (event === '+switch-master' || event === '+promoted-slave') return 'good';
  if (event.startsWith('-failover') || /^\+(sdown|odown|tilt)$/.test(event)) return 'bad';
  if (/^-(sdown|odown|tilt)$/.test(event)) return 'good';
  return kindOf(event) === 'vote' ? 'meta' : kindOf(event) === 'failover' ? 'new' : 'soft';
}

function isStep(view: SentinelView, step: Step | null, { event, of }: SentinelEventView): boolean {
  const id = view.sentinels.find(({ node }) => node === of)?.id;
  return step?.type === 'sentinel.event' && step.event === event && step.me === id;
}

function lastOf(view: SentinelView, events: readonly SentinelEventView[], step: Step | null): number {
  return events.findLastIndex((each) => isStep(view, step, each));
}
