/** The card of one copy: what its master says of it, what it says itself, and how it last got into step. */
import type { FollowedView, ReplicationNode, ReplicaView } from '../../../protocol/views.ts';
import { linesOf, type Pill, type SheetPen } from '../stage/pen.ts';
import type { Box, Tone } from '../stage/sheet.ts';
import type { Copy } from './families.ts';
import type { ReplicationWords } from './words.ts';

const INSET = 10;

export function drawCopy(
  pen: SheetPen,
  copy: Copy,
  master: ReplicationNode | null,
  isHot: boolean,
  words: ReplicationWords,
): Box | null {
  const { asKnown, asReplica, name, node } = copy;
  const id = `copy:${master?.node ?? 'none'}:${node?.node ?? asKnown?.address}`;
  const part = asReplica === null ? undefined : `nodes[node=${node?.node}].following`;
  const top = pen.y;
  const at = pen.boxes.length;
  const left = pen.left + INSET;
  const right = pen.right - INSET;
  pen.y += 28;
  const masterPart = `nodes[node=${master?.node}].replicas[address=${asKnown?.address}]`;
  row(pen, `${id}:master`, words.masterSays, masterPills(id, asKnown, masterPart, words), left, right);
  if (asKnown !== null) facts(pen, `${id}:known`, knownFacts(asKnown, words), left, right);
  if (asReplica !== null) {
    row(pen, `${id}:replica`, words.replicaSays, replicaPills(id, asReplica, part ?? '', words), left, right);
    facts(pen, `${id}:own`, ownFacts(asReplica, words), left, right);
  }
  const resync = asKnown?.resync ?? asReplica?.resync ?? null;
  if (resync !== null) facts(pen, `${id}:resync`, [words.resync(resync)], left, right);
  pen.y += 6;
  const isUp = asReplica === null ? asKnown?.stage === 'online' : asReplica.stage === 'connected';
  const share = shareOf(asReplica);
  const box = { x: pen.left, y: top, width: pen.width, height: pen.y - top };
  pen.boxes.splice(at, 0, {
    id,
    ...box,
    tone: isUp ? 'new' : 'ghost',
    hot: isHot,
    texts: [
      { x: INSET, y: 16, text: name, look: 'title' },
      {
        x: pen.width - INSET,
        y: 16,
        text: `${isUp ? '●' : '✕'} ${asReplica === null ? (asKnown?.stage ?? '') : words.replicaStages[asReplica.stage]}`,
        look: 'note',
        anchor: 'end',
        ...(isUp ? {} : { tone: 'bad' as Tone }),
      },
    ],
    ...(share === null ? {} : { share }),
    says: { head: name, detail: describeCopy(copy, words) },
    ...(part === undefined ? {} : { part }),
  });
  pen.y += 8;
  return isHot ? box : null;
}

/** Of the file, as far as its length is known. */
function shareOf(asReplica: FollowedView | null): number | null {
  if (asReplica === null || asReplica.receivedBytes === null || !asReplica.lengthBytes) return null;
  return asReplica.receivedBytes / asReplica.lengthBytes;
}

function row(
  pen: SheetPen,
  id: string,
  name: string,
  pills: readonly Pill[],
  left: number,
  right: number,
): void {
  pen.labels.push({ id, x: left, y: pen.y + 11, text: name, look: 'note' });
  const from = right - left < 300 ? left : left + 62;
  if (from === left) pen.y += 20;
  pen.pills(pills, from, right);
  pen.y += 4;
}

function facts(pen: SheetPen, id: string, texts: readonly string[], left: number, right: number): void {
  for (const [nth, text] of linesOf(texts.join(' · '), right - left, 'note').entries()) {
    pen.labels.push({ id: `${id}:${nth}`, x: left, y: pen.y + 8, text, look: 'note' });
    pen.y += 17;
  }
  pen.y += 2;
}

function stagePill(
  id: string,
  stage: string,
  text: string,
  about: string,
  place: 'passed' | 'here' | 'ahead',
  part: string,
  isGood: boolean,
): Pill {
  const marks = { passed: '✓ ', here: '▸ ', ahead: '' };
  const tones: Record<typeof place, Tone> = {
    passed: 'soft',
    here: isGood ? 'good' : 'meta',
    ahead: 'ghost',
  };
  return {
    id: `${id}:${stage}`,
    shape: 'pill',
    tone: tones[place],
    text: `${marks[place]}${text}`,
    look: 'note',
    says: { head: text, detail: about },
    part,
  };
}

function placeIn(at: number, here: number): 'passed' | 'here' | 'ahead' {
  return at < here ? 'passed' : at === here ? 'here' : 'ahead';
}

const MASTER_STAGES = ['wait_bgsave_start', 'wait_bgsave_end', 'online'] as const;
const REPLICA_STAGES = ['connect', 'connecting', 'handshake', 'sync', 'connected'] as const;

function masterPills(id: string, known: ReplicaView | null, part: string, words: ReplicationWords): Pill[] {
  if (known === null) {
    return [{ id: `${id}:unknown`, shape: 'bare', text: words.notKnown, look: 'note', textTone: 'bad' }];
  }
  if (known.stage === 'rdb_transmitted') {
    return [{ id: `${id}:file`, shape: 'pill', tone: 'soft', text: words.hasFile, look: 'note' }];
  }
  const here = MASTER_STAGES.indexOf(known.stage);
  // After a partial resync there was no file.
  const stages = known.resync?.kind === 'partial' ? MASTER_STAGES.slice(2) : MASTER_STAGES;
  return stages.map((stage) =>
    stagePill(
      `${id}:master`,
      stage,
      words.masterStages[stage],
      words.masterStagesAbout[stage],
      placeIn(MASTER_STAGES.indexOf(stage), here),
      `${part}.stage`,
      stage === 'online',
    ),
  );
}

function replicaPills(
  id: string,
  { stage: now }: FollowedView,
  part: string,
  words: ReplicationWords,
): Pill[] {
  const here = REPLICA_STAGES.indexOf(now);
  return REPLICA_STAGES.map((stage, at) =>
    stagePill(
      `${id}:replica`,
      stage,
      words.replicaStages[stage],
      words.replicaStagesAbout[stage],
      placeIn(at, here),
      `${part}.stage`,
      stage === 'connected',
    ),
  );
}

export function knownFacts(known: ReplicaView, words: ReplicationWords): string[] {
  const facts: string[] = [];
  if (known.stage === 'online' && !known.waitsForAck) facts.push(words.acknowledged(known));
  if (known.waitsForAck) facts.push(words.waitsForAck);
  if (known.pendingBytes > 0) facts.push(words.pending(known.pendingBytes));
  return facts;
}

export function ownFacts(followed: FollowedView, words: ReplicationWords): string[] {
  const { canGoOn, downSeconds, failedTries, lengthBytes, offset, receivedBytes, stage } = followed;
  if (stage === 'connected') return [words.runs(followed)];
  const facts: string[] = [];
  if (receivedBytes !== null) facts.push(words.transfer(receivedBytes, lengthBytes));
  if (downSeconds !== null) facts.push(words.downFor(downSeconds));
  if (failedTries > 0) facts.push(words.tries(failedTries));
  facts.push(canGoOn ? words.goesOn(offset) : words.cannotGoOn);
  return facts;
}

/** Both sides in one line. */
export function describeCopy({ asKnown, asReplica }: Copy, words: ReplicationWords): string {
  const parts: string[] = [];
  if (asKnown === null) parts.push(`${words.masterSays}: ${words.notKnown}`);
  else {
    const stage = asKnown.stage === 'rdb_transmitted' ? words.hasFile : words.masterStages[asKnown.stage];
    parts.push(`${words.masterSays}: ${[stage, ...knownFacts(asKnown, words)].join(', ')}`);
    if (asKnown.resync !== null) parts.push(words.resync(asKnown.resync));
  }
  if (asReplica !== null) {
    const stage = words.replicaStages[asReplica.stage];
    parts.push(`${words.replicaSays}: ${[stage, ...ownFacts(asReplica, words)].join(', ')}`);
    if (asKnown?.resync == null && asReplica.resync !== null) parts.push(words.resync(asReplica.resync));
  }
  return parts.join(' · ');
}
