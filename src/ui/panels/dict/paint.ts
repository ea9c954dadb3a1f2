/**
 * Paints marks into the panel's drawing with d3. The painter alone owns every node it creates. An element keeps its
 * identity between pictures by its address, and only a changed place starts a movement.
 */
import { type Selection, select } from 'd3-selection';
import { formatCount } from '../../i18n/amounts.ts';
import type { Language } from '../../i18n/language.ts';
import { appear, at, paintRing, put, type Standing, stand, vanish, write } from '../drawing.ts';
import { keyInSentence } from '../label.ts';
import { growthOf, putSize } from '../stage/growth.ts';
import type { Box } from '../stage/sheet.ts';
import { bucketCount, formatLoad, shortBucketCount } from './describe.ts';
import { curvePath, curvePathUnder, curvePoint, leftMargin, type TablePlace } from './geometry.ts';
import { maskBitsOf } from './hash.ts';
import type { Lane } from './lane.ts';
import type { BucketMark, DictMarks, EntryMark, GhostMark, LinkMark, MoreMark, TitleMark } from './layout.ts';
import { bucketPart, entryPart } from './parts.ts';
import { createScanPainter } from './scan-paint.ts';

type Layer = Selection<SVGGElement, unknown, null, undefined>;

export interface PaintOptions {
  /** How long a movement takes; 0 for none. */
  readonly durationMs: number;
  readonly language: Language;
  /** The text in the place of ht[1] while there is none. */
  readonly vacancyNote: string;
}

export interface DictPainter {
  paint(marks: DictMarks, options: PaintOptions): void;
  paintLane(lane: Lane | null, language: Language): void;
  /** Draws the ring of the keyboard cursor around a box; none for null. */
  paintCursor(box: Box | null): void;
  destroy(): void;
}

const words = {
  en: {
    used: (used: string, load: string) => `${used} used · load ${load}`,
    notAllocated: 'not allocated',
    beyond: (table: 0 | 1, bucket: string) => `ht[${table}] bucket ${bucket}`,
    mirrored: 'read backwards',
    behind: (visited: number, size: number) => `= ${visited} of ${size} behind`,
  },
  zh: {
    used: (used: string, load: string) => `已用 ${used} · 负载 ${load}`,
    notAllocated: '未分配',
    beyond: (table: 0 | 1, bucket: string) => `ht[${table}] ${bucket} 号桶`,
    mirrored: '倒着读',
    behind: (visited: number, size: number) => `= 走过 ${visited} / ${size}`,
  },
} as const;

const kinds = ['old', 'new'] as const;
const cueRadius = 7;

export function createDictPainter(drawing: SVGSVGElement, laneElement: HTMLElement): DictPainter {
  const svg = select(drawing);
  const layer = (name: string): Layer => svg.append('g').attr('class', `dict-${name}`);
  const titles = layer('titles');
  const vacancy = layer('vacancy');
  const links = layer('links');
  const travel = layer('travel');
  const buckets = layer('buckets');
  const ghosts = layer('ghosts');
  const more = layer('more');
  const entries = layer('entries');
  const pointer = layer('pointer');
  const paintScan = createScanPainter(drawing);
  const cursor = layer('cursor');
  const cursorRing = cursor
    .append('rect')
    .attr('rx', 8)
    .attr('class', 'dict-cursor-ring')
    .attr('display', 'none');

  return {
    paint(marks, options) {
      putSize(drawing, marks, growthOf(drawing.parentElement));
      paintTitles(titles, marks, options);
      paintVacancy(vacancy, marks, options);
      paintLinks(links, marks.links, options);
      paintBuckets(buckets, marks, options);
      paintGhosts(ghosts, marks, options);
      paintMore(more, marks, options);
      paintEntries(entries, marks, options);
      paintTravel(travel, marks, options);
      paintPointer(pointer, marks, options);
      paintScan(marks.scan, options.durationMs);
    },
    paintLane(lane, language) {
      paintLane(laneElement, lane, language);
    },
    paintCursor(box) {
      paintRing(cursorRing.node()!, box);
    },
    destroy() {
      svg.selectAll('*').interrupt();
      svg.selectAll('*').remove();
      select(laneElement).selectAll('*').remove();
    },
  };
}

function paintTitles(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<Standing, TitleMark>('g.title:not(.leaving)')
    .data(marks.titles, (title) => title.id);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Standing>('g');
  entered
    .append('rect')
    .attr('class', 'title-back')
    .attr('rx', 6)
    .attr('x', -7)
    .attr('y', 0)
    .attr('height', 24);
  entered.append('text').attr('class', 'title-name').attr('x', 0).attr('y', 16);
  entered
    .append('line')
    .attr('class', 'title-line')
    .attr('x1', 0)
    .attr('x2', 36)
    .attr('y1', 21.5)
    .attr('y2', 21.5);
  entered.append('text').attr('class', 'title-size').attr('x', 46).attr('y', 16);
  entered.append('text').attr('class', 'title-detail').attr('x', 0).attr('y', 36);
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (title) {
    const place = marks.places.find((candidate) => candidate.table === title.table)!;
    const { language } = options;
    const text = words[language];
    const used = formatCount(title.used, language);
    const load = formatLoad(title.used / title.size);
    const size = (marks.compact ? shortBucketCount : bucketCount)(title.size, language);
    const detail = text.used(used, load);
    put(this, 'class', `title ${kinds[title.table]}${title.hot ? ' hot' : ''}`);
    stand(this, { x: title.box.x + place.pointerWidth, y: title.box.y }, options.durationMs);
    const [back, name, , count, figures] = this.children;
    write(name, `ht[${title.table}]`);
    write(count, size);
    write(figures, marks.low ? '' : detail);
    put(back, 'width', String(Math.min(title.box.width - place.pointerWidth, 64 + size.length * 8)));
  });
}

function paintVacancy(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<SVGGElement, Box>('g.vacant:not(.leaving)')
    .data(marks.vacancy === null ? [] : [marks.vacancy]);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append('g').attr('class', 'vacant');
  entered.append('text').attr('class', 'title-name').attr('y', 16).text('ht[1]');
  entered.append('text').attr('class', 'title-size').attr('x', 46).attr('y', 16);
  entered.append('text').attr('class', 'title-detail').attr('y', 36);
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (box) {
    put(this, 'transform', at(box.x + leftMargin(1, marks.compact), box.y));
    const [, size, note] = this.children;
    write(size, words[options.language].notAllocated);
    write(note, marks.low ? '' : options.vacancyNote);
  });
}

function paintLinks(layer: Layer, marks: readonly LinkMark[], options: PaintOptions): void {
  const lines = layer
    .selectAll<SVGLineElement, LinkMark>('line.link:not(.leaving)')
    .data(marks, (link) => link.id);
  lines.exit().interrupt('appear').remove();
  const entered = lines.enter().append('line').attr('class', 'link');
  appear(entered, options.durationMs);
  entered.each(placeLink);
  lines.each(placeLink);
}

function placeLink(this: SVGLineElement, link: LinkMark): void {
  const key = `${link.x1},${link.x2},${link.y}`;
  if (this.dataset.at === key) return;
  this.dataset.at = key;
  this.setAttribute('x1', String(link.x1));
  this.setAttribute('x2', String(link.x2));
  this.setAttribute('y1', String(link.y));
  this.setAttribute('y2', String(link.y));
}

function fontOf(marks: DictMarks, table: 0 | 1): string {
  const place: TablePlace | undefined = marks.places.find((candidate) => candidate.table === table);
  return String(place?.fontSize ?? 12.5);
}

function sizeBox(rect: Element, text: Element, box: Box, fontSize: string): void {
  put(rect, 'width', String(box.width));
  put(rect, 'height', String(box.height));
  put(rect, 'rx', String(Math.min(6, box.height / 2.6)));
  put(text, 'x', String(box.width / 2));
  put(text, 'y', String(box.height / 2));
  put(text, 'font-size', fontSize);
}

function paintBuckets(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<Standing, BucketMark>('g.bucket:not(.leaving)')
    .data(marks.buckets, (bucket) => bucket.id);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'bucket');
  entered.append('rect');
  entered.append('text').attr('dominant-baseline', 'central').attr('text-anchor', 'middle');
  appear(entered, options.durationMs);
  const fonts = [fontOf(marks, 0), fontOf(marks, 1)];
  const apply = function (this: Standing, bucket: BucketMark): void {
    put(
      this,
      'class',
      `bucket ${kinds[bucket.table]}${bucket.moved ? ' moved' : ''}${bucket.hot ? ' hot' : ''}`,
    );
    put(this, 'data-bucket', `${bucket.table}:${bucket.index}`);
    put(this, 'data-part', bucketPart(bucket.table, bucket.index));
    const [rect, text] = this.children;
    const index = String(bucket.index);
    // Many figures do not fit a cell at full size.
    const font = index.length > 5 ? '10' : index.length > 3 ? '11' : fonts[bucket.table];
    sizeBox(rect, text, bucket, font);
    write(text, index);
    stand(this, bucket, options.durationMs);
  };
  entered.each(apply);
  groups.each(apply);
}

function paintEntries(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const { durationMs } = options;
  const groups = layer
    .selectAll<Standing, EntryMark>('g.entry:not(.leaving)')
    .data(marks.entries, (entry) => entry.address);
  const ghosted = new Set(marks.ghosts.map((ghost) => ghost.id));
  const gone = groups.exit<EntryMark>();
  gone
    .filter((entry) => ghosted.has(`left:${entry.address}`))
    .interrupt()
    .remove();
  vanish(
    gone.filter((entry) => !ghosted.has(`left:${entry.address}`)),
    durationMs,
  );

  const entered = groups.enter().append<Standing>('g').attr('class', 'entry');
  entered.append('rect').attr('class', 'entry-box');
  entered
    .append('text')
    .attr('class', 'entry-key')
    .attr('dominant-baseline', 'central')
    .attr('text-anchor', 'middle');
  appear(entered, durationMs);

  const fonts = [fontOf(marks, 0), fontOf(marks, 1)];
  const travelling = marks.travel?.address ?? null;
  const apply = function (this: Standing, entry: EntryMark): void {
    put(this, 'class', `entry${entry.hot ? ' hot' : ''}`);
    put(this, 'data-entry', String(entry.address));
    put(this, 'data-part', entryPart(entry.address));
    sizeBox(this.children[0], this.children[1], entry, fonts[entry.table]);
    // The sign lies over the right end: the key makes room for it.
    if (entry.cue !== '') put(this.children[1], 'x', String(entry.width / 2 - 3));
    write(this.children[1], entry.label);
    paintCue(this, entry);
    // Touched entries stand above their neighbours, together with their signs.
    if (entry.hot && this.nextSibling !== null) this.parentNode?.appendChild(this);
    if (entry.address === travelling && this.standing !== undefined) {
      stand(this, entry, durationMs, curvePoint);
    } else {
      stand(this, entry, durationMs);
    }
  };
  entered.each(function (entry) {
    // A new entry slides out of its bucket.
    if (entry.cue === '+' && durationMs > 0) this.standing = { x: entry.x - 14, y: entry.y };
    apply.call(this, entry);
  });
  groups.each(apply);
}

/** The round sign at the right end of a touched entry. */
function paintCue(group: SVGGElement, mark: Box & { readonly cue: string }): void {
  const present = group.querySelector('.cue');
  if (mark.cue === '') {
    present?.remove();
    return;
  }
  const cue = present === null ? select(group).append('g').attr('class', 'cue') : select(present);
  if (present === null) {
    cue.append('circle').attr('r', cueRadius);
    cue.append('text').attr('dominant-baseline', 'central').attr('text-anchor', 'middle').attr('y', 0.5);
  }
  cue.attr('transform', at(mark.width + 3, mark.height / 2));
  cue.select('text').text(mark.cue);
}

function paintGhosts(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<SVGGElement, GhostMark>('g.ghost:not(.leaving)')
    .data(marks.ghosts, (ghost) => ghost.id);
  groups.exit().interrupt().remove();
  const entered = groups.enter().append('g').attr('class', 'ghost');
  entered.append('rect');
  entered.append('text').attr('dominant-baseline', 'central').attr('text-anchor', 'middle');
  entered.merge(groups).each(function (ghost) {
    const place = marks.places.find((candidate) => ghost.x < candidate.box.x + candidate.box.width);
    put(this, 'transform', at(ghost.x, ghost.y));
    sizeBox(this.children[0], this.children[1], ghost, String(place?.fontSize ?? 12.5));
    write(this.children[1], ghost.label);
    paintCue(this, ghost);
  });
  appear(entered, options.durationMs);
}

function paintMore(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const groups = layer
    .selectAll<SVGGElement, MoreMark>('g.more:not(.leaving)')
    .data(marks.more, (chip) => chip.id);
  groups.exit().interrupt().remove();
  const entered = groups.enter().append('g').attr('class', 'more');
  entered.append('rect');
  entered.append('text').attr('dominant-baseline', 'central').attr('text-anchor', 'middle');
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (chip) {
    put(this, 'class', `more${chip.hot ? ' hot' : ''}`);
    put(this, 'data-bucket', `${chip.table}:${chip.bucket}`);
    put(this, 'transform', at(chip.x, chip.y));
    sizeBox(this.children[0], this.children[1], chip, fontOf(marks, chip.table));
    write(this.children[1], `+${chip.count}`);
  });
}

function paintTravel(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const { travel } = marks;
  layer.selectAll('*').interrupt().remove();
  if (travel === null) return;
  const { from, to, past } = travel;
  const path = layer
    .append('path')
    .attr('class', 'travel')
    .attr('d', past === null ? curvePath(from, to) : curvePathUnder(from, past, to));
  appear(path, options.durationMs);
  if (travel.beyond !== null) {
    const { table, bucket, at: where } = travel.beyond;
    layer
      .append('text')
      .attr('class', 'beyond')
      .attr('x', where.x + 6)
      .attr('y', where.y)
      .attr('dominant-baseline', 'central')
      .text(words[options.language].beyond(table, formatCount(bucket, options.language)));
  }
}

function paintPointer(layer: Layer, marks: DictMarks, options: PaintOptions): void {
  const { pointer } = marks;
  const groups = layer
    .selectAll<Standing, unknown>('g.rehash-pointer:not(.leaving)')
    .data(pointer === null ? [] : [pointer]);
  vanish(groups.exit(), options.durationMs);
  const entered = groups.enter().append<Standing>('g').attr('class', 'rehash-pointer');
  entered.append('path');
  entered.append('text').attr('x', -14).attr('text-anchor', 'end').attr('dominant-baseline', 'central');
  appear(entered, options.durationMs);
  entered.merge(groups).each(function (mark) {
    // Beside its bucket; or an arrow up or down at the end of the title, if the window does not reach it.
    const shape = {
      before: 'M0 4L-4.5 -4L-9 4Z',
      after: 'M0 -4L-4.5 4L-9 -4Z',
      beside: 'M2 -5L11 0L2 5Z',
    } as const;
    put(this.children[0], 'd', shape[mark.outside ?? 'beside']);
    write(
      this.children[1],
      mark.outside === null || marks.compact ? '' : `rehashidx ${formatCount(mark.index, options.language)}`,
    );
    stand(this, mark, options.durationMs);
  });
}

/** `user:7 → …a3fb = …1111 1011   ht[0] & 0x7 = 3   ht[1] & 0xf = 11`, the kept bits underlined. */
function paintLane(element: HTMLElement, lane: Lane | null, language: Language): void {
  const root = select(element);
  root.classed('hot', lane?.hot ?? false).classed('long', (lane?.bits.length ?? 0) > 12);
  root.selectAll('*').remove();
  if (lane === null) return;
  if (lane.kind === 'cursor') root.append('span').attr('class', 'lane-word').text('cursor');
  else root.append('span').attr('class', 'lane-key').text(keyInSentence(lane.key));
  root
    .append('span')
    .attr('class', 'lane-sign')
    .text(lane.kind === 'cursor' ? '' : '→');
  root.append('code').attr('class', 'lane-digits').text(lane.digits);
  root.append('span').attr('class', 'lane-sign').text('=');
  paintBits(root.append('code').attr('class', 'lane-bits').node()!, lane);
  for (const mask of lane.masks) {
    const choice = root.append('span').attr('class', `lane-choice ${kinds[mask.table]}`);
    choice.append('b').text(`ht[${mask.table}]`);
    choice.append('code').text(`& ${mask.maskHex} = ${mask.bucket}`);
  }
  if (lane.mirrored === undefined) return;
  const { bits, visited, size } = lane.mirrored;
  const turned = root.append('span').attr('class', 'lane-mirrored');
  turned.append('span').text(words[language].mirrored);
  turned.append('code').text(bits);
  turned.append('span').text(words[language].behind(visited, size));
}

/** The bits nested by mask: the longer mask around the shorter, each with its table's underline. */
function paintBits(element: HTMLElement, lane: Lane): void {
  const masks = [...lane.masks].sort((a, b) => b.maskBits - a.maskBits);
  let inside: HTMLElement = element;
  let position = 0;
  const text = (upTo: number) => {
    let chunk = '';
    for (; position < upTo; position++) {
      // A gap between groups of four, counted from the right.
      if (position > 0 && (lane.bits.length - position) % 4 === 0) chunk += '\u2009';
      chunk += lane.bits[position];
    }
    inside.append(chunk);
  };
  element.append('…');
  for (const mask of masks) {
    text(lane.bits.length - maskBitsOf(mask.size));
    const kept = document.createElement('span');
    kept.className = `lane-mask ${kinds[mask.table]}`;
    inside.append(kept);
    inside = kept;
  }
  text(lane.bits.length);
}
