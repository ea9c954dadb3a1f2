/**
 * Wide, the slots stand on the left, and on the right the way of a key, the nodes, and who believes what. Narrow, they
 * follow each other.
 */
import type { Step } from '../../../protocol/steps.ts';
import type { ClusterNodeView, ClusterView } from '../../../protocol/views-cluster.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, linesOf, SheetPen } from '../stage/pen.ts';
import type { CellLook, Layout, Sheet, TextMark, Tone } from '../stage/sheet.ts';
import { timeText } from '../times.ts';
import { nodeFacts, serverFacts } from './describe.ts';
import { drawGrid, partSlots, type Shown, slotCount } from './grid.ts';
import { inShards, letterOf, lookOf, serverName } from './nodes.ts';
import { drawWay } from './way.ts';
import { clusterWords } from './words.ts';

const wideFrom = 760;
const gap = 24;
const patch = 14;

export function layoutCluster(shown: Shown): Layout<ClusterView> {
  return ({ view, step }, size, language): Sheet => {
    const pen = new SheetPen(size.width);
    if (view.at === null) {
      drawServers(pen, view, language);
      return pen.sheet(size.width);
    }
    const isWide = size.width >= wideFrom;
    const left = isWide ? Math.min(520, Math.floor(pen.width * 0.52)) : pen.width;
    const slots = isWide ? pen.column(pen.left, left) : pen;
    const rest = isWide ? pen.column(pen.left + left + gap, pen.width - left - gap) : pen;
    const words = clusterWords[language];
    const first = shown.from ?? 0;
    const last = shown.from === null ? slotCount - 1 : first + partSlots - 1;
    slots.title('slots', words.slots, words.slotsNote(first, last));
    drawGrid(slots, view, step, shown, language);
    drawLegend(slots, view, language);
    drawSlot(slots, view, language);
    drawWay(rest, view, step, language);
    drawElection(rest, view, step, language);
    drawNodes(rest, view, step, language);
    drawServers(isWide ? slots : rest, view, language);
    pen.y = Math.max(slots.y, rest.y);
    return pen.sheet(size.width, focusOf(pen, step));
  };
}

/** What the step is about, if it has a box. */
function focusOf({ boxes }: SheetPen, step: Step | null): Sheet['focus'] {
  return step === null ? null : (boxes.find(({ hot }) => hot === true) ?? null);
}

function drawLegend(pen: SheetPen, view: ClusterView, language: Language): void {
  const { legend } = clusterWords[language];
  const items = [
    ...legend.keys.map((text, n) => ({ look: `keys-${(n + 1) as 1 | 2 | 3}` as const, text })),
    ...(view.moving.length > 0 ? [{ look: 'moving' as const, text: legend.moving }] : []),
    ...(view.disagreements.length > 0 ? [{ look: 'disagree' as const, text: legend.disagree }] : []),
    ...(view.stretches.some(({ owner }) => owner === null) ? [{ look: null, text: legend.free }] : []),
  ];
  let x = pen.left;
  for (const { look, text } of items) {
    const width = patch + 8 + text.length * (language === 'zh' ? 12.5 : 6.6) + 14;
    if (x > pen.left && x + width > pen.right) {
      x = pen.left;
      pen.y += 20;
    }
    drawPatch(pen, `legend:${text}`, x, pen.y + 1, look, text);
    pen.labels.push({ id: `legend:${text}`, x: x + patch + 6, y: pen.y + 8, text, look: 'note' });
    x += width;
  }
  pen.y += 28;
}

/** A cell by itself, as it looks in the grid. */
function drawPatch(
  pen: SheetPen,
  id: string,
  x: number,
  y: number,
  look: CellLook | null,
  text: string,
): void {
  pen.grids.push({
    id,
    x,
    y,
    columns: 1,
    count: look === 'disagree' ? 3 : 1,
    cell: look === 'disagree' ? { width: patch, height: patch / 3 } : { width: patch, height: patch },
    gap: 0,
    layers: look === null ? [] : [{ tone: look, cells: look === 'disagree' ? [0, 1, 2] : [0] }],
    says: () => ({ head: text }),
  });
}

function drawSlot(pen: SheetPen, view: ClusterView, language: Language): void {
  const { slot } = view;
  if (slot === null) return;
  const words = clusterWords[language];
  pen.heading('slot', words.slotTitle(slot.slot));
  if (slot.holders.length === 0) pen.note('no-holders', words.noHolders);
  for (const { node, keys, first } of slot.holders) {
    pen.note(`holder:${node}`, words.holders(serverName(view, node), keys));
    const rest = keys - first.length;
    pen.pills(
      [
        ...first.map((key) => ({
          id: `key:${node}:${key}`,
          text: key,
          says: { head: key, detail: words.holders(serverName(view, node), keys) },
          part: 'slot.holders',
        })),
        ...(rest > 0
          ? [{ id: `key:${node}:more`, text: words.more(rest), look: 'note', tone: 'ghost' } as const]
          : []),
      ],
      pen.left,
      pen.right,
    );
    pen.y += 6;
  }
  pen.y += 8;
}

function drawElection(pen: SheetPen, view: ClusterView, step: Step | null, language: Language): void {
  const { election } = view;
  if (election === null) return;
  const words = clusterWords[language];
  const { inMs, rank, votes, epoch } = election;
  pen.heading('election', words.election);
  const text =
    inMs === null
      ? words.votes(votes, view.quorum, epoch)
      : words.waits(timeText(inMs * 1000, language), rank);
  pen.boxes.push({
    id: 'election',
    x: pen.left,
    y: pen.y,
    width: pen.width,
    height: 28,
    tone: 'new',
    hot: step?.type === 'cluster.vote-heard' || step?.type === 'cluster.auth-request',
    ...(inMs === null ? { share: view.quorum === 0 ? 0 : votes / view.quorum } : {}),
    texts: [{ x: 10, y: 14, text: cutToWidth(text, pen.width - 20, 'figure'), look: 'figure' }],
    says: { head: text },
    part: 'election',
  });
  pen.y += 40;
}

function drawNodes(pen: SheetPen, view: ClusterView, step: Step | null, language: Language): void {
  const words = clusterWords[language];
  pen.title('nodes', words.nodes, words.nodesNote(serverName(view, view.at ?? 0)));
  for (const { node, isReplica } of inShards(view)) {
    const indent = isReplica ? 18 : 0;
    const [main, ...more] = nodeFacts(view, node, language);
    // The colour stands beside the box.
    const left = indent + patch + 8;
    const room = pen.width - left - 20;
    const lines = [...linesOf(main, room, 'note'), ...linesOf(more.join(' · '), room, 'note')];
    const height = 24 + lines.length * 16;
    const name = `${letterOf(view, node.id)}  ${node.name}`;
    pen.boxes.push({
      id: `node:${node.id}`,
      x: pen.left + left,
      y: pen.y,
      width: pen.width - left,
      height,
      tone: toneOf(node),
      hot: isAbout(step, node),
      texts: [
        { x: 10, y: 14, text: cutToWidth(name, room, 'name'), look: 'name' },
        ...lines.map(
          (text, n): TextMark => ({
            x: 10,
            y: 31 + n * 16,
            text: cutToWidth(text, room, 'note'),
            look: 'note',
            ...(n === 0 && node.flags.some((flag) => flag.startsWith('fail'))
              ? { tone: 'bad' as const }
              : {}),
          }),
        ),
      ],
      says: { head: name, detail: nodeFacts(view, node, language).join(' · ') },
      part: `nodes[id=${node.id}]`,
      ...(node.node === null ? {} : { picks: `node:${node.node}` }),
    });
    drawPatch(pen, `patch:${node.id}`, pen.left + indent, pen.y + 7, lookOf(view, node.id), name);
    pen.y += height + 4;
  }
  pen.y += 8;
}

function toneOf({ flags }: ClusterNodeView): Tone {
  if (flags.includes('fail') || flags.includes('fail?')) return 'bad';
  if (flags.includes('handshake') || flags.includes('noaddr')) return 'ghost';
  return flags.includes('slave') ? 'soft' : 'plain';
}

function isAbout(step: Step | null, { id }: ClusterNodeView): boolean {
  if (step === null || !step.type.startsWith('cluster.')) return false;
  if ('candidate' in step) return step.candidate === id;
  if (step.type === 'cluster.slots') return step.owner === id;
  if (step.type === 'cluster.vote-heard') return step.from === id;
  return 'node' in step && step.node === id;
}

function drawServers(pen: SheetPen, view: ClusterView, language: Language): void {
  const words = clusterWords[language];
  pen.heading('servers', words.servers);
  for (const server of view.servers) {
    const facts = serverFacts(view, server, language);
    const isGone = server.state === 'down' || server.state === 'removed';
    const tone: Tone = isGone ? 'ghost' : server.isOk === false || server.disagrees > 0 ? 'bad' : 'plain';
    const isChosen = server.node === view.at;
    const room = pen.width - 20;
    const head = `${isChosen ? '▸ ' : ''}${server.name}`;
    pen.boxes.push({
      id: `server:${server.node}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: 40,
      tone,
      texts: [
        { x: 10, y: 13, text: cutToWidth(head, room, 'name'), look: 'name' },
        { x: 10, y: 29, text: cutToWidth(facts.join(' · '), room, 'note'), look: 'note' },
      ],
      says: { head: server.name, detail: facts.join(' · ') },
      part: `servers[node=${server.node}]`,
      ...(isGone ? {} : { picks: `node:${server.node}` }),
    });
    pen.y += 44;
  }
  pen.note('servers-about', words.serversAbout);
  pen.y += 8;
}

/** The first slot of the part in which a slot lies. */
export function partOf(slot: number): number {
  return Math.floor(slot / partSlots) * partSlots;
}
