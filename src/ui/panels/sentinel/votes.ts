/** The vote, the states of a failover, and the replica that would be chosen. */
import type { Step } from '../../../protocol/steps.ts';
import type { MasterOpinion, SentinelView } from '../../../protocol/views-sentinel.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, type SheetPen, textWidth } from '../stage/pen.ts';
import type { TextMark, Tone } from '../stage/sheet.ts';
import { mostVoted, msText } from './describe.ts';
import { columnsOf, columnX } from './matrix.ts';
import { latestVoteEpoch, leadingHead, serverName, voterName } from './names.ts';
import { sentinelWords } from './words.ts';

const voteHeight = 26;
const states = [
  'wait_start',
  'select_slave',
  'send_slaveof_noone',
  'wait_promotion',
  'reconf_slaves',
  'update_config',
] as const;

export function drawVotes(pen: SheetPen, view: SentinelView, step: Step | null, language: Language): void {
  const words = sentinelWords[language];
  const epoch = latestVoteEpoch(view);
  const [head] = view.heads;
  if (head === undefined) return;
  pen.title('votes', words.votes(epoch));
  pen.note('votes-about', words.votesAbout(head.majority, head.quorum));
  pen.y += 4;
  if (epoch === 0) {
    pen.note('no-votes', words.noVotes);
    pen.y += 10;
    return;
  }
  const voters = view.sentinels.filter(({ id }) => id !== '');
  const names = [...voters.map(({ name }) => words.votedBy(name)), words.countName];
  const columns = columnsOf(pen, view, names);
  for (const [row, voter] of voters.entries()) {
    label(pen, `voter:${voter.node}`, names[row], columns.first);
    for (const [nth, sentinel] of view.sentinels.entries()) {
      const own = view.heads.find(({ of }) => of === sentinel.node);
      const vote = own?.votes.find((each) => each.by === voter.id && each.epoch === epoch);
      if (own === undefined) continue;
      const leader = vote === undefined ? null : voterName(view, vote.leader);
      pen.boxes.push({
        id: `vote:${sentinel.node}:${voter.node}`,
        x: columnX(pen, columns, nth),
        y: pen.y,
        width: columns.width,
        height: voteHeight,
        tone: leader === null ? 'ghost' : 'plain',
        hot:
          (step?.type === 'sentinel.vote' && step.me === sentinel.id && step.of === voter.id) ||
          (step?.type === 'sentinel.event' &&
            step.event === '+vote-for-leader' &&
            step.me === sentinel.id &&
            sentinel.node === voter.node),
        texts: [centred(leader === null ? words.notHeard : `→ ${leader}`, columns.width)],
        ...(leader === null
          ? {}
          : {
              says: {
                head: `${voter.name} → ${leader}`,
                detail: words.voteAbout(voter.name, leader, sentinel.name, epoch),
              },
            }),
        part: `heads[of=${sentinel.node}].votes`,
      });
    }
    pen.y += voteHeight + 4;
  }
  label(pen, 'count', words.countName, columns.first);
  for (const [nth, { node }] of view.sentinels.entries()) {
    const own = view.heads.find(({ of }) => of === node);
    const most = own === undefined ? null : mostVoted(own, epoch);
    if (own === undefined || most === null) continue;
    const needed = Math.max(own.majority, own.quorum);
    const count = words.count(most.votes, needed);
    const named = `${voterName(view, most.leader)} ${count}`;
    const text = textWidth(named, 'note') + 24 <= columns.width ? named : count;
    pen.boxes.push({
      id: `count:${node}`,
      x: columnX(pen, columns, nth),
      y: pen.y,
      width: columns.width,
      height: voteHeight,
      tone: most.votes >= needed ? 'good' : 'soft',
      share: most.votes / needed,
      texts: [centred(`${most.votes >= needed ? '✓ ' : ''}${text}`, columns.width)],
      says: { head: named, detail: words.votesAbout(own.majority, own.quorum) },
      part: `heads[of=${node}].votes`,
    });
  }
  pen.y += voteHeight + 14;
}

function label(pen: SheetPen, id: string, text: string, width: number): void {
  pen.labels.push({
    id,
    x: pen.left,
    y: pen.y + voteHeight / 2,
    text: cutToWidth(text, width, 'note'),
    look: 'note',
  });
}

function centred(text: string, width: number): TextMark {
  return {
    x: width / 2,
    y: voteHeight / 2,
    text: cutToWidth(text, width - 8, 'note'),
    look: 'note',
    anchor: 'middle',
  };
}

export function drawFailover(pen: SheetPen, view: SentinelView, step: Step | null, language: Language): void {
  const words = sentinelWords[language];
  const active = view.heads.filter(({ failoverState }) => failoverState !== 'none');
  if (active.length === 0) {
    pen.title('failover', words.failover);
    pen.note('no-failover', words.noFailover);
    for (const { of, notBeforeMs } of view.heads) {
      if (notBeforeMs === 0) continue;
      pen.note(`not-before:${of}`, words.notBefore(serverName(view, of), msText(notBeforeMs, language)));
    }
    pen.y += 10;
    return;
  }
  for (const head of active) drawStates(pen, view, head, language);
  drawChoice(pen, view, step, language);
}

function drawStates(pen: SheetPen, view: SentinelView, head: MasterOpinion, language: Language): void {
  const words = sentinelWords[language];
  const { of, failoverEpoch, failoverState, stateForMs, failoverTimeoutMs } = head;
  pen.heading(`failover:${of}`, words.failoverBy(serverName(view, of), failoverEpoch));
  const now = states.indexOf(failoverState as (typeof states)[number]);
  pen.pills(
    states.map((state, nth) => ({
      id: `state:${of}:${state}`,
      text: `${nth < now ? '✓ ' : nth === now ? '▸ ' : ''}${words.stages[state]}`,
      look: 'note' as const,
      tone: (nth < now ? 'good' : nth === now ? 'new' : 'ghost') as Tone,
      hot: nth === now,
      says: {
        head: `${state}: ${words.stages[state]}`,
        ...(nth === now
          ? { detail: words.stageFor(msText(stateForMs, language), msText(failoverTimeoutMs, language)) }
          : {}),
      },
      part: `heads[of=${of}].failoverState`,
    })),
    pen.left,
    pen.right,
  );
  pen.y += 12;
}

export function drawChoice(pen: SheetPen, view: SentinelView, step: Step | null, language: Language): void {
  const words = sentinelWords[language];
  const head = leadingHead(view);
  if (head === null) return;
  pen.heading('choice', words.choice(serverName(view, head.of)));
  if (head.candidates.length === 0) pen.note('no-replicas', words.noReplicas);
  for (const [nth, candidate] of head.candidates.entries()) {
    const { address, name, priority, offset, runId, unsuitable } = candidate;
    const isPromoted = head.promoted === address;
    const verdict =
      unsuitable !== null
        ? `✕ ${words.unsuitable[unsuitable]}`
        : isPromoted
          ? `★ ${words.promoted}`
          : nth === 0
            ? `★ ${words.first}`
            : words.place(nth + 1);
    const facts = [
      `${words.columns.priority} ${priority}`,
      `${words.columns.offset} ${offset}`,
      `${words.columns.runId} ${runId?.slice(0, 8) ?? '?'}`,
    ].join(' · ');
    const room = pen.width - 20;
    pen.boxes.push({
      id: `candidate:${address}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: 42,
      tone: unsuitable !== null ? 'ghost' : nth === 0 ? 'good' : 'plain',
      hot: step?.type === 'sentinel.selected' && step.chosen === address,
      texts: [
        { x: 10, y: 14, text: cutToWidth(`${name}   ${verdict}`, room, 'name'), look: 'name' },
        { x: 10, y: 30, text: cutToWidth(facts, room, 'note'), look: 'note' },
      ],
      says: { head: `${name}: ${verdict}`, detail: `${address} · ${facts} · ${runId ?? '?'}` },
      part: `heads[of=${head.of}].candidates[address=${address}]`,
    });
    pen.y += 46;
  }
  if (head.decidedBy !== null) pen.note('decided-by', words.decidedBy[head.decidedBy]);
  pen.y += 12;
}
