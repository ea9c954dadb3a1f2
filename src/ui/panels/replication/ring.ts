/**
 * The backlog as a ring of beads, clockwise from the top: byte `offset` of the stream stands at offset modulo size.
 *
 *             next byte ▾
 *        · · ● ● ● ●
 *      ·            ●      ● kept   · not written yet, or overwritten
 *      ·            ●
 *        · · · ● ● ●
 *              ▴ first byte that is kept
 */
import type { BacklogView } from '../../../protocol/views.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { BoxMark, LabelMark, LinkMark, Point } from '../stage/sheet.ts';
import type { ReplicationWords } from './words.ts';

export const BEADS = 48;
const BEAD = 11;

export interface RingPosition {
  readonly id: string;
  readonly name: string;
  readonly offset: number;
  readonly says: string;
  readonly part: string;
}

/** Where an offset stands, in beads from the top. */
export function beadOf(offset: number, sizeBytes: number): number {
  const within = ((offset % sizeBytes) + sizeBytes) % sizeBytes;
  return (within / sizeBytes) * BEADS;
}

/** Numbers of the beads of which any byte is kept. */
export function keptBeads({ sizeBytes, firstOffset, lengthBytes }: BacklogView): ReadonlySet<number> {
  const kept = new Set<number>();
  if (lengthBytes === 0) return kept;
  if (lengthBytes >= sizeBytes) {
    for (let bead = 0; bead < BEADS; bead++) kept.add(bead);
    return kept;
  }
  const from = beadOf(firstOffset, sizeBytes);
  const beads = (lengthBytes / sizeBytes) * BEADS;
  for (let bead = Math.floor(from); bead < from + beads; bead++) kept.add(bead % BEADS);
  return kept;
}

interface RingMarks {
  readonly boxes: BoxMark[];
  readonly links: LinkMark[];
  readonly labels: LabelMark[];
}

export function drawRing(
  id: string,
  part: string,
  backlog: BacklogView,
  offset: number,
  positions: readonly RingPosition[],
  box: { readonly x: number; readonly y: number; readonly size: number },
  words: ReplicationWords,
): RingMarks {
  const marks: RingMarks = { boxes: [], links: [], labels: [] };
  const { sizeBytes, firstOffset, lengthBytes } = backlog;
  const centre = { x: box.x + box.size / 2, y: box.y + box.size / 2 };
  const radius = box.size / 2 - 30;
  const place = (bead: number, distance: number): Point => {
    const angle = (bead / BEADS) * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + Math.cos(angle) * distance, y: centre.y + Math.sin(angle) * distance };
  };
  const kept = keptBeads(backlog);
  const next = offset + 1;
  const writing = Math.floor(beadOf(next, sizeBytes));
  const roundBegin = next - (((next % sizeBytes) + sizeBytes) % sizeBytes);
  const perBead = sizeBytes / BEADS;
  for (let bead = 0; bead < BEADS; bead++) {
    const at = place(bead + 0.5, radius);
    const from = Math.ceil(roundBegin + bead * perBead) - (bead > writing ? sizeBytes : 0);
    marks.boxes.push({
      id: `${id}:bead:${bead}`,
      x: at.x - BEAD / 2,
      y: at.y - BEAD / 2,
      width: BEAD,
      height: BEAD,
      shape: 'pill',
      tone: kept.has(bead) ? 'old' : 'soft',
      says: {
        head: words.bead(from, Math.ceil(from + perBead) - 1, kept.has(bead)),
        detail: bead === writing ? words.written(next) : words.perBead(perBead),
      },
      part: `${part}.backlog`,
    });
  }
  marks.labels.push(
    {
      id: `${id}:size`,
      x: centre.x,
      y: centre.y - 18,
      text: words.backlogNote(sizeBytes, lengthBytes),
      look: 'note',
      anchor: 'middle',
    },
    {
      id: `${id}:first`,
      x: centre.x,
      y: centre.y,
      text: words.firstByte(firstOffset),
      look: 'note',
      anchor: 'middle',
    },
    {
      id: `${id}:next`,
      x: centre.x,
      y: centre.y + 18,
      text: words.written(next),
      look: 'note',
      anchor: 'middle',
    },
  );
  const pointer = {
    from: place(beadOf(next, sizeBytes), radius - 26),
    to: place(beadOf(next, sizeBytes), radius - 8),
  };
  marks.links.push({ id: `${id}:writes`, ...pointer, tone: 'old', arrow: true });
  // Several replicas at one place stand one behind the other.
  const taken = new Map<number, number>();
  for (const { id: name, name: label, offset: stands, says, part: ofReplica } of positions) {
    const bead = beadOf(stands + 1, sizeBytes);
    const nth = taken.get(Math.round(bead)) ?? 0;
    taken.set(Math.round(bead), nth + 1);
    const at = place(bead, radius + 18 + nth * 4);
    const text = cutToWidth(label, 56, 'note');
    const width = textWidth(text, 'note') + 12;
    marks.links.push({ id: `${id}:${name}`, from: at, to: place(bead, radius + 6), tone: 'new' });
    marks.boxes.push({
      id: `${id}:at:${name}`,
      x: Math.max(box.x, Math.min(box.x + box.size - width, at.x - width / 2)),
      y: at.y - 9 + (Math.sin((bead / BEADS) * 2 * Math.PI - Math.PI / 2) < 0 ? -1 : 1) * nth * 19,
      width,
      height: 18,
      shape: 'pill',
      tone: 'new',
      texts: [{ x: width / 2, y: 9, text, look: 'note', anchor: 'middle' }],
      says: { head: says },
      part: ofReplica,
    });
  }
  return marks;
}
