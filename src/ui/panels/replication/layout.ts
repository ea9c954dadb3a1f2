/** A section for every server that is copied: its history, its backlog, and a card for each copy. */

import type { Step } from '../../../protocol/steps.ts';
import type { ReplicationNode, ReplicationView } from '../../../protocol/views.ts';
import { explainedFigure, type Figure } from '../stage/figures.ts';
import { SheetPen } from '../stage/pen.ts';
import type { Box, Layout, Sheet } from '../stage/sheet.ts';
import { drawCopy } from './copies.ts';
import { type Copy, type Family, familiesOf, nodeName } from './families.ts';
import { drawRing, type RingPosition } from './ring.ts';
import { type ReplicationWords, replicationWords } from './words.ts';

const RING = 260;
const GAP = 20;
/** With less room the cards stand below the ring. */
const BESIDE_FROM = 620;

export const layoutReplication: Layout<ReplicationView> = ({ view, step }, size, language): Sheet => {
  const words = replicationWords[language];
  const pen = new SheetPen(size.width);
  const { families, orphans } = familiesOf(view);
  let focus: Box | null = null;
  const noteFocus = (box: Box | null) => {
    focus ??= box;
  };
  for (const family of families) noteFocus(drawFamily(pen, family, view, step, words, size.width));
  if (orphans.length > 0) {
    pen.title('orphans', words.alone);
    for (const copy of orphans)
      noteFocus(drawCopy(pen, copy, null, isTouched(copy, null, view, step), words));
  }
  if (view.isSingle) pen.note('single', words.single);
  return pen.sheet(size.width, focus);
};

function drawFamily(
  pen: SheetPen,
  { master, copies }: Family,
  view: ReplicationView,
  step: Step | null,
  words: ReplicationWords,
  width: number,
): Box | null {
  const part = `nodes[node=${master.node}]`;
  const id = `node:${master.node}`;
  const role = master.role === null ? words.roles.down : words.roles[master.role];
  pen.title(id, `${nodeName(master)} · ${role}`, words.nodeNote(master));
  if (master.role === null) {
    pen.y += 8;
    return null;
  }
  pen.figures(figuresOf(master, id, part, words));
  pen.y += 6;
  if (master.failover !== null) pen.note(`${id}:failover`, words.failover(master.failover), 'meta');
  if (master.backlog === null) {
    pen.note(`${id}:backlog`, words.noBacklog);
    pen.y += 10;
    return null;
  }
  const isBeside = width >= BESIDE_FROM;
  const top = pen.y;
  pen.note(`${id}:about`, words.backlogAbout);
  pen.y += 4;
  const ringWidth = isBeside ? RING : pen.width;
  pen.labels.push({
    id: `${id}:ring`,
    x: pen.left + ringWidth / 2,
    y: pen.y + RING / 2 - 38,
    text: words.backlog,
    look: 'title',
    anchor: 'middle',
  });
  const ringX = isBeside ? pen.left : pen.left + Math.max(0, (pen.width - RING) / 2);
  const positions = copies.flatMap((copy) => positionOf(copy, part, words));
  const ring = drawRing(
    id,
    part,
    master.backlog,
    master.offset,
    positions,
    { x: ringX, y: pen.y, size: RING },
    words,
  );
  pen.boxes.push(...ring.boxes);
  pen.links.push(...ring.links);
  pen.labels.push(...ring.labels);
  const ringBottom = pen.y + RING;
  const cards = isBeside ? pen.column(pen.left + RING + GAP, pen.width - RING - GAP) : pen;
  cards.y = isBeside ? pen.y + 8 : ringBottom + 8;
  let focus: Box | null = null;
  if (copies.length === 0) cards.note(`${id}:none`, words.noReplica);
  for (const copy of copies) {
    focus = drawCopy(cards, copy, master, isTouched(copy, master, view, step), words) ?? focus;
  }
  if (master.moreReplicas > 0) cards.note(`${id}:more`, words.more(master.moreReplicas));
  pen.y = Math.max(top, ringBottom, cards.y) + 14;
  return focus;
}

/** Where the ring shows it: as far as it has acknowledged, and as far as it got while its link is down. */
function positionOf({ asKnown, name, node }: Copy, part: string, words: ReplicationWords): RingPosition[] {
  if (asKnown === null || asKnown.acknowledged === 0) return [];
  const { acknowledged, address } = asKnown;
  return [
    {
      id: String(node?.node ?? address),
      name,
      offset: acknowledged,
      says: words.at(name, acknowledged),
      part: `${part}.replicas[address=${address}].acknowledged`,
    },
  ];
}

function figuresOf(node: ReplicationNode, id: string, part: string, words: ReplicationWords): Figure[] {
  const { id: replId, secondId, secondOffset, offset, minReplicas } = node;
  const figure = (name: keyof ReplicationWords['figures'], value: string, field: string) =>
    explainedFigure({
      id: `${id}:${name}`,
      name: words.figures[name].name,
      value,
      detail: words.figures[name].about,
      part: `${part}.${field}`,
    });
  const figures: Figure[] = [
    { ...figure('id', replId === null ? words.noId : `${replId.slice(0, 8)}…`, 'id'), tone: 'meta' },
    figure('offset', offset.toLocaleString('en-US'), 'offset'),
    figure('full', String(node.fullSyncs), 'fullSyncs'),
    figure('partial', String(node.partialSyncs), 'partialSyncs'),
  ];
  if (replId !== null) {
    figures[0] = {
      ...figures[0],
      says: { head: `${words.figures.id.name}: ${replId}`, detail: words.figures.id.about },
    };
  }
  if (secondId !== null)
    figures.splice(1, 0, figure('second', words.second(secondId, secondOffset), 'secondId'));
  if (node.refusedPartialSyncs > 0)
    figures.push(figure('refused', String(node.refusedPartialSyncs), 'refusedPartialSyncs'));
  if (minReplicas !== null) {
    const isShort = minReplicas.good < minReplicas.wanted;
    const shown = figure(
      'min',
      `${isShort ? '✕ ' : ''}${words.min(minReplicas.good, minReplicas.wanted)}`,
      'minReplicas',
    );
    const says = isShort ? { head: words.minRefuses, detail: words.figures.min.about } : shown.says;
    figures.push({ ...shown, tone: isShort ? 'bad' : 'good', says });
  }
  return figures;
}

/** Whether the step is about this copy. */
function isTouched(
  { asKnown, node }: Copy,
  master: ReplicationNode | null,
  view: ReplicationView,
  step: Step | null,
): boolean {
  if (step === null) return false;
  if (step.type.startsWith('replica.')) return node?.node === view.acting;
  if (master?.node !== view.acting) return false;
  if (step.type === 'master.file') return asKnown?.stage === 'wait_bgsave_end';
  const isAboutOne =
    step.type === 'master.full' || step.type === 'master.partial' || step.type === 'master.online';
  return isAboutOne && asKnown !== null && asKnown.address === step.replica;
}
