/** Clients as cards, one below the other, then the queues of the keys they wait for. */
import type { ClientRow, ClientsView } from '../../../protocol/views.ts';
import { formatBytes } from '../../i18n/amounts.ts';
import { cutToWidth, type Pill, SheetPen, textWidth } from '../stage/pen.ts';
import type { BoxMark, Layout, Scene, Sheet, TextMark } from '../stage/sheet.ts';
import { type Card, drawListening, drawQueue, drawTracking, drawWait, drawWatched } from './card-parts.ts';
import { flagWords, isListening, nameOf } from './describe.ts';
import { drawFlight, type Flight, flightOf, flightWidth } from './flight.ts';
import { isTouched, type Touched, touchedBy } from './touched.ts';
import { type ClientsWords, clientsWords } from './words.ts';

const inset = 10;
const cardGap = 8;
/** A lane on the right in which messages go from card to card. */
const laneWidth = 26;

export const layoutClients: Layout<ClientsView> = (scene, size, language): Sheet => {
  const words = clientsWords[language];
  const pen = new SheetPen(size.width);
  const touched = touchedBy(scene);
  const flies =
    scene.view.rows.some(isListening) || scene.view.rows.some(({ tracking }) => tracking !== null);
  const right = pen.right - (flies ? laneWidth : 0);
  const flight = flightOf(scene, words);
  const cards = new Map<number, BoxMark>();
  for (const row of scene.view.rows) {
    const arrives = flight?.to === row.id ? flight : null;
    cards.set(row.id, drawCard(pen, scene.view, row, right, touched, arrives, words));
    pen.y += cardGap;
  }
  drawLines(pen, scene, words, touched);
  const reached = flight === null ? null : drawFlight(pen, flight, cards, right);
  const focused = touched === null ? null : (cards.get(touched.client) ?? null);
  return pen.sheet(size.width, reached ?? focused);
};

/** A card's height depends on its content, in the language of its words. */
function drawCard(
  pen: SheetPen,
  view: ClientsView,
  row: ClientRow,
  right: number,
  touched: Touched | null,
  arrives: Flight | null,
  words: ClientsWords,
): BoxMark {
  const top = pen.y;
  const at = pen.boxes.length;
  const x = pen.left + inset;
  const end = right - inset;
  pen.y += 6;
  const parts: Card = { pen, view, row, x, end, touched, words };
  const head = drawHead(parts, arrives);
  drawQueue(parts);
  drawWatched(parts);
  drawWait(parts);
  drawListening(parts);
  drawTracking(parts);
  pen.y += 8;
  const card: BoxMark = {
    id: `client:${row.id}`,
    x: pen.left,
    y: top,
    width: right - pen.left,
    height: pen.y - top,
    tone: row.blocked !== null ? 'soft' : 'plain',
    hot: isTouched(touched, row.id, 'client'),
    texts: head,
    says: { head: nameOf(row, words), detail: `${row.address} · ${words.db(row.db)} · ${row.user}` },
    part: `rows[id=${row.id}].flags`,
  };
  // Below its content.
  pen.boxes.splice(at, 0, card);
  return card;
}

/** Name and state, as texts of the card; an arriving message stands between them. */
function drawHead({ pen, row, x, end, words }: Card, arrives: Flight | null): TextMark[] {
  const name = cutToWidth(nameOf(row, words), (end - x) * 0.6, 'title');
  const state = [
    words.db(row.db),
    `RESP${row.protocol}`,
    ...(row.user === 'default' ? [] : [row.user]),
    row.lastCommand === 'NULL' ? words.none : words.last(row.lastCommand),
  ].join(' · ');
  const taken = arrives === null ? 0 : flightWidth(arrives, end - x) + 10;
  const room = end - x - textWidth(name, 'title') - 16 - taken;
  const fits = textWidth(state, 'note') <= room;
  const texts: TextMark[] = [
    { x: inset, y: 17, text: name, look: 'title' },
    {
      x: fits ? end - pen.left : inset,
      y: fits ? 17 : 37,
      text: cutToWidth(state, fits ? room : end - x, 'note'),
      look: 'note',
      anchor: fits ? 'end' : 'start',
    },
  ];
  pen.y += fits ? 26 : 44;
  const flags = flagWords(row, words).map(
    ({ flag, word, about }): Pill => ({
      id: `flag:${row.id}:${flag}`,
      shape: 'pill',
      tone: flag === 'd' || flag === 'R' ? 'bad' : flag === 't' || flag === 'B' ? 'meta' : 'soft',
      text: word,
      look: 'note',
      says: { head: `${flag} · ${word}`, detail: about },
      part: `rows[id=${row.id}].flags`,
    }),
  );
  const pills = [...flags, ...bufferPills(row, words)];
  // A row without a frame begins where the words above it do.
  pen.pills(pills, pills[0].shape === 'bare' ? x - 8 : x, end, 20);
  return texts;
}

/** Bytes waiting in either direction, and their share of the limit. */
function bufferPills(row: ClientRow, words: ClientsWords): Pill[] {
  const { hardBytes, softBytes } = row.outputLimit;
  const limit = hardBytes === 0 ? softBytes : hardBytes;
  const buffers = [
    { id: 'query', bytes: row.queryBytes, of: 0 },
    { id: 'reply', bytes: row.replyBytes, of: limit },
    { id: 'unsent', bytes: row.unsentBytes, of: limit },
  ] as const;
  return buffers.map(({ id, bytes, of }) => {
    const text = `${words.buffers[id]} ${formatBytes(bytes)}`;
    const about = words.buffersAbout[id];
    return {
      id: `buffer:${row.id}:${id}`,
      tone: bytes > 0 ? 'old' : 'plain',
      shape: bytes > 0 ? 'rect' : 'bare',
      share: of > 0 && bytes > 0 ? bytes / of : undefined,
      text,
      look: 'note',
      says: { head: text, detail: id === 'query' ? about : `${about} ${words.limit(row.outputLimit)}` },
      part: `rows[id=${row.id}].${id}Bytes`,
    };
  });
}

/** For each awaited key, the clients in the order in which they are served. */
function drawLines(
  pen: SheetPen,
  { view }: Scene<ClientsView>,
  words: ClientsWords,
  touched: Touched | null,
): void {
  if (view.awaited.length === 0) return;
  pen.y += 6;
  pen.title('lines', words.line);
  for (const { db, key, clients, clientCount } of view.awaited) {
    const pills: Pill[] = [
      {
        id: `line:${db}:${key}`,
        tone: 'old',
        text: key,
        says: { head: words.lineOf(key, db, clientCount), detail: words.lineAbout },
      },
      ...clients.map(
        (client, place): Pill => ({
          id: `line:${db}:${key}:${client}`,
          shape: 'pill',
          tone: place === 0 ? 'good' : 'plain',
          hot: isTouched(touched, client, 'wait'),
          text: `${place + 1}. ${words.client(client)}`,
          look: 'figure',
          says: {
            head: words.client(client),
            detail: `${words.place(place + 1, clientCount)}. ${words.placeAbout}`,
          },
        }),
      ),
    ];
    if (clientCount > clients.length) {
      pills.push({
        id: `line:${db}:${key}:more`,
        shape: 'bare',
        text: words.more(clientCount - clients.length),
        look: 'note',
      });
    }
    pen.pills(pills, pen.left, pen.right);
    pen.y += 6;
  }
}
