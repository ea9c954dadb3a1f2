/** Process, page cache, disk: where the bytes are, and the two lines at which a crash cuts. */
import type { Step } from '../../../protocol/steps.ts';
import type { DiskView } from '../../../protocol/views-disk.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { BoxMark, LabelMark, Layout, LinkMark, Sheet, TextMark, Tone } from '../stage/sheet.ts';
import { type Losses, lossesOf } from './losses.ts';
import { type DiskWords, diskWords } from './words.ts';

const margin = 4;
const boxHeight = 62;
const lineHeight = 17;
/** Narrower than this, the three stand below each other: side by side their texts would be cut. */
const sideBySide = 840;

type Touched = 'process' | 'cache' | 'disk';

export const layoutPlaces: Layout<DiskView> = (scene, size, language): Sheet => {
  const words = diskWords[language];
  const losses = lossesOf(scene.view);
  const places = placesOf(scene.view, losses, touchedBy(scene.step), words);
  const lines = linesOf(scene.view, losses, words);
  const lost = scene.steps.findLast((step) => step.type === 'disk.crash');
  const loss = lost !== undefined && lost.lostBytes > 0 ? words.lost(lost.lostBytes) : null;
  return size.width >= sideBySide
    ? across(places, lines, loss, size.width)
    : downwards(places, lines, loss, size.width);
};

interface Place {
  readonly id: Touched;
  readonly title: string;
  readonly about: string;
  readonly texts: readonly string[];
  readonly tone: Tone;
  readonly hot: boolean;
}

interface CutLine {
  readonly id: string;
  /** What a crash here would lose; null if nothing is left that could crash. */
  readonly text: string | null;
  /** The call that moves the bytes over it. */
  readonly carrier: string;
  readonly isSafe: boolean;
}

function touchedBy(step: Step | null): Touched | null {
  switch (step?.type) {
    case 'disk.append':
      return 'cache';
    case 'disk.fsync':
    case 'disk.snapshot':
    case 'disk.load':
      return 'disk';
    case 'disk.fork':
    case 'disk.crash':
      return 'process';
    default:
      return null;
  }
}

function placesOf(view: DiskView, losses: Losses, touched: Touched | null, words: DiskWords): Place[] {
  const isDown = view.downBecause !== null;
  const aof = view.aof.state === 'on' ? words.buffer(losses.bufferBytes) : words.noAof;
  const process = isDown
    ? [words.down(view.downBecause ?? '')]
    : [view.aof.state === 'waiting-for-rewrite' ? words.waiting : aof, words.changes(view.rdb.changes)];
  const fsync = fsyncOf(view, words);
  const trouble = [
    ...(view.isFull ? [words.full] : []),
    ...(view.fsyncMs > 0 ? [words.slow(view.fsyncMs)] : []),
  ];
  return [
    {
      id: 'process',
      title: words.process,
      about: words.processAbout,
      texts: process,
      tone: isDown ? 'ghost' : 'plain',
      hot: touched === 'process',
    },
    {
      id: 'cache',
      title: words.cache,
      about: words.cacheAbout,
      texts: [words.unsynced(losses.unsyncedBytes), ...(fsync === null ? [] : [fsync])],
      tone: losses.unsyncedBytes > 0 ? 'ghost' : 'soft',
      hot: touched === 'cache',
    },
    {
      id: 'disk',
      title: words.disk,
      about: words.diskAbout,
      texts: [words.safe(losses.safeBytes, view.files.length), ...trouble],
      tone: view.isFull ? 'bad' : losses.safeBytes > 0 ? 'good' : 'soft',
      hot: touched === 'disk',
    },
  ];
}

/** The fsync that runs, or the next one. */
function fsyncOf({ aof, jobs, nowMs }: DiskView, words: DiskWords): string | null {
  const running = jobs.running.find(({ job }) => job === 'aof-fsync');
  if (running !== undefined) return words.fsyncRuns(Math.max(0, running.endsAtMs - nowMs));
  return aof.nextFsyncAtMs === null ? null : words.fsyncIn(Math.max(0, aof.nextFsyncAtMs - nowMs));
}

function linesOf(view: DiskView, losses: Losses, words: DiskWords): [CutLine, CutLine] {
  const { aof } = view;
  const sync = aof.state === 'on' ? words.fsync(aof.policy) : 'fsync';
  const isDown = view.downBecause !== null;
  const powerBytes = losses.bufferBytes + losses.unsyncedBytes;
  const commands = losses.bufferBytes > 0 ? null : losses.unsyncedCommands;
  let kill: string | null = losses.bufferBytes > 0 ? words.killLoses(losses.bufferBytes) : words.killSafe;
  let power = powerBytes > 0 ? words.powerLoses(powerBytes, commands) : words.powerSafe;
  // Without an append only file the changes are in memory alone.
  if (losses.changes > 0) {
    kill = words.killLosesChanges(losses.changes);
    power = words.powerLosesChanges(losses.changes);
  }
  // A stopped server cannot be killed.
  if (isDown) kill = null;
  const isKillSafe = kill === null || kill === words.killSafe;
  const isPowerSafe = power === words.powerSafe;
  return [
    { id: 'kill', text: kill, carrier: words.write, isSafe: isKillSafe },
    { id: 'power', text: power, carrier: sync, isSafe: isPowerSafe },
  ];
}

function boxOf(place: Place, x: number, y: number, width: number, lost: string | null): BoxMark {
  const note = (text: string, y: number): TextMark => ({
    x: 12,
    y,
    text: cutToWidth(text, width - 20, 'note'),
    look: 'note',
  });
  const texts: TextMark[] = [
    { x: 12, y: 15, text: place.title, look: 'title' },
    ...place.texts.slice(0, 2).map((text, nth) => note(text, 34 + nth * lineHeight)),
    ...(lost === null ? [] : [{ ...note(lost, 51), tone: 'bad' as const }]),
  ];
  return { ...frameOf(place, x, y, width), height: boxHeight, texts };
}

/** The same with the least height: the notes on a place stand beside its name, in one line if they fit. */
function lowBoxOf(place: Place, x: number, y: number, width: number, lost: string | null): BoxMark {
  const titleWidth = textWidth(place.title, 'title') + 24;
  const room = width - titleWidth - 10;
  const together = place.texts.join(' · ');
  const texts = textWidth(together, 'note') <= room ? [together] : place.texts.slice(0, 2);
  const lines = [
    ...texts.map((text) => ({ text, tone: 'plain' as const })),
    ...(lost === null ? [] : [{ text: lost, tone: 'bad' as const }]),
  ];
  const notes = lines.map(
    ({ text, tone }, nth): TextMark => ({
      x: width - 10,
      y: 14 + nth * lineHeight,
      text: cutToWidth(text, room, 'note'),
      look: 'note',
      anchor: 'end',
      tone,
    }),
  );
  return {
    ...frameOf(place, x, y, width),
    height: 11 + lines.length * lineHeight,
    texts: [{ x: 12, y: 14, text: place.title, look: 'title' }, ...notes],
  };
}

function frameOf(place: Place, x: number, y: number, width: number) {
  const { tone, hot } = place;
  const says = { head: `${place.title}: ${place.texts.join(' · ')}`, detail: place.about };
  return { id: `place:${place.id}`, x, y, width, tone, hot, says };
}

function across(
  places: readonly Place[],
  lines: readonly CutLine[],
  lost: string | null,
  width: number,
): Sheet {
  const gap = Math.max(64, Math.min(150, width * 0.14));
  const boxWidth = (width - 2 * margin - 2 * gap) / 3;
  const top = margin + 2;
  const boxes = places.map((place, nth) =>
    boxOf(place, margin + nth * (boxWidth + gap), top, boxWidth, place.id === 'cache' ? lost : null),
  );
  const links: LinkMark[] = [];
  const labels: LabelMark[] = [];
  lines.forEach((line, nth) => {
    const left = margin + (nth + 1) * boxWidth + nth * gap;
    const middle = left + gap / 2;
    const y = top + 24;
    const isHot = places[nth + 1].hot;
    links.push({
      id: `carry:${line.id}`,
      from: { x: left + 4, y },
      to: { x: left + gap - 4, y },
      arrow: true,
      hot: isHot,
    });
    labels.push({
      id: `carrier:${line.id}`,
      x: middle,
      y: y - 12,
      text: cutToWidth(line.carrier, gap - 6, 'note'),
      look: 'note',
      anchor: 'middle',
    });
    if (line.text === null) return;
    links.push({
      id: `cut:${line.id}`,
      from: { x: middle, y: y + 6 },
      to: { x: middle, y: top + boxHeight + 6 },
      tone: line.isSafe ? 'ghost' : 'bad',
    });
    const room = Math.min(width - 2 * margin, boxWidth + gap);
    const text = cutToWidth(line.text, room, 'note');
    const half = textWidth(text, 'note') / 2;
    labels.push({
      id: `loses:${line.id}`,
      x: Math.max(margin + half, Math.min(width - margin - half, middle)),
      y: top + boxHeight + 16,
      text,
      look: 'note',
      anchor: 'middle',
      tone: line.isSafe ? 'plain' : 'bad',
    });
  });
  return { width, height: top + boxHeight + 26, boxes, links, labels };
}

function downwards(
  places: readonly Place[],
  lines: readonly CutLine[],
  lost: string | null,
  width: number,
): Sheet {
  const boxes: BoxMark[] = [];
  const links: LinkMark[] = [];
  const labels: LabelMark[] = [];
  const gap = 20;
  let y = margin;
  places.forEach((place, nth) => {
    const box = lowBoxOf(place, margin, y, width - 2 * margin, place.id === 'cache' ? lost : null);
    boxes.push(box);
    y += box.height;
    const line = lines[nth];
    if (line === undefined) return;
    links.push({
      id: `carry:${line.id}`,
      from: { x: margin + 20, y: y + 2 },
      to: { x: margin + 20, y: y + gap - 2 },
      arrow: true,
      hot: places[nth + 1].hot,
    });
    if (line.text !== null) {
      links.push({
        id: `cut:${line.id}`,
        from: { x: margin + 32, y: y + gap / 2 },
        to: { x: margin + 44, y: y + gap / 2 },
        tone: line.isSafe ? 'ghost' : 'bad',
      });
      labels.push({
        id: `loses:${line.id}`,
        x: margin + 50,
        y: y + gap / 2,
        text: cutToWidth(line.text, width - margin - 56, 'note'),
        look: 'note',
        tone: line.isSafe ? 'plain' : 'bad',
      });
    }
    y += gap;
  });
  return { width, height: y + margin, boxes, links, labels };
}
