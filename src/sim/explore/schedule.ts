/** A schedule for people: what happened, in words, who believed what meanwhile, and where nothing could be saved any more. */
import type { ProgramValue } from '../../engine/programs.ts';
import type { EventKind, Lane, Schedule, ScheduleEffect, ScheduleEvent } from '../../protocol/explore.ts';
import type { InBothLanguages } from '../../protocol/prose.ts';
import { compileCondition } from './conditions.ts';
import { faultAt } from './faults.ts';
import { heldAlong } from './held.ts';
import { switchesIn } from './shortest.ts';
import {
  ACT,
  ARRIVE,
  actorOfEvent,
  CRASH,
  CRASHED,
  CUT,
  DOWN,
  FAILED_WRITE,
  FINISHED,
  JUMP,
  kindOfEvent,
  LOST_REPLY,
  LOST_REQUEST,
  PASS,
  RESTART,
  type Space,
  subjectOfEvent,
  type Vector,
  WAITING,
  WRITE_BACK,
} from './space.ts';
import { answerText, durationText, inBoth, listed, operationText, readable, turnsOf } from './words.ts';

/** All states on the way, the first included. */
export function statesAlong(space: Space, events: readonly number[]): Vector[] {
  const states: Vector[] = [space.start];
  for (const event of events) states.push(space.after(states[states.length - 1], event));
  return states;
}

/** `shares` are known where all continuations were counted. */
export function scheduleOf(
  space: Space,
  events: readonly number[],
  shares: readonly number[] = [],
): Schedule {
  const states = statesAlong(space, events);
  let atMs = 0;
  const told = events.map((event, at) => {
    if (event === PASS) atMs += space.toDeadlineMs(states[at]) ?? 0;
    return eventOf(space, states[at], event, states[at + 1], atMs);
  });
  return {
    events: told,
    switches: switchesIn(events),
    broken: firstStates(space, states, space.variant.never),
    met: firstStates(space, states, space.variant.possible),
    lanes: lanesOf(space, states, told),
    held: heldAlong(space, states, events, told),
    shares,
    choices: events.map((event) => choiceOf(space, event)),
  };
}

/** The conditions that are met on the way, with the number of events after which. */
function firstStates(
  space: Space,
  states: readonly Vector[],
  conditions: Space['variant']['never'],
): Schedule['broken'] {
  const last = states[states.length - 1];
  const hasEnded = space.enabled(last, space.faults.most).length === 0;
  return conditions.flatMap(({ id, when, at }) => {
    const holds = compileCondition(when, space);
    const after = at === 'end' ? (hasEnded && holds(last) ? states.length - 1 : -1) : states.findIndex(holds);
    return after === -1 ? [] : [{ id, after }];
  });
}

function lanesOf(space: Space, states: readonly Vector[], events: readonly ScheduleEvent[]): Lane[] {
  const lanes: {
    actor: string;
    name: string;
    from: number;
    fromMs: number;
    to: number | null;
    toMs: number | null;
  }[] = [];
  for (let actor = 0; actor < space.programs.length; actor++) {
    const { name } = space.programs[actor];
    const open = new Map<string, (typeof lanes)[number]>();
    for (const [at, state] of states.entries()) {
      const instant = at === 0 ? 0 : events[at - 1].atMs;
      const claims = space.mode(state, actor) === CRASHED ? [] : space.position(state, actor).claims;
      for (const [claim, lane] of open) {
        if (claims.includes(claim)) continue;
        lane.to = at;
        lane.toMs = instant;
        open.delete(claim);
      }
      for (const claim of claims) {
        if (open.has(claim)) continue;
        const lane = { actor: name, name: readable(claim), from: at, fromMs: instant, to: null, toMs: null };
        open.set(claim, lane);
        lanes.push(lane);
      }
    }
  }
  return lanes;
}

export function kindNameOf(event: number): EventKind {
  if (event === PASS) return 'pass';
  if (kindOfEvent(event) === ARRIVE) return 'arrive';
  if (kindOfEvent(event) === WRITE_BACK) return 'write-back';
  return faultAt(event) ?? 'act';
}

/** The name of an event in a link: `a`, `pass`, `crash:a`. */
export function choiceOf(space: Space, event: number): string {
  const kind = kindNameOf(event);
  if (kind === 'pass') return kind;
  const subject = subjectNameOf(space, event);
  return kind === 'act' ? subject : `${kind}:${subject}`;
}

function subjectNameOf(space: Space, event: number): string {
  const subject = subjectOfEvent(event);
  return event < PASS ? space.programs[subject].name : space.nodes[subject].name;
}

export function eventOf(
  space: Space,
  before: Vector,
  event: number,
  after: Vector,
  atMs: number,
): ScheduleEvent {
  const actor = actorOfEvent(event);
  const kind = kindOfEvent(event);
  const acts = actor !== -1 && kind !== CRASH;
  const position = acts ? space.position(before, actor) : null;
  const operation = position?.operation ?? null;
  const answer = acts ? answerOf(space, before, event, after) : undefined;
  const said = event === PASS ? saidIn(space, before, after) : null;
  const stalled = event === PASS ? space.toStall(before).map((each) => space.programs[each].name) : [];
  const told = {
    kind: kindNameOf(event),
    actor: actor === -1 ? null : space.programs[actor].name,
    node: nodeNameOf(space, event, operation),
    operation: operation === null ? null : operationText(operation, space),
    answer: answer === undefined ? null : answerText(answer),
    line: position === null ? null : position.line,
    atMs,
    stalled,
    effects: effectsOf(space, before, after, actor),
  };
  const text = textOf(space, before, event, told);
  if (said === null) return { ...told, text };
  return { ...told, text: inBoth(`${text.zh}（${said.zh}）`, `${text.en} (${said.en})`) };
}

/**
 * What comes of servers meanwhile, `s1, s2: +sdown; copy: master`: what sentinels make known, and roles. Null if
 * nothing does.
 */
function saidIn(space: Space, before: Vector, after: Vector): InBothLanguages<string> | null {
  const zh = new Map<string, string[]>();
  const en = new Map<string, string[]>();
  const add = (node: string, text: InBothLanguages<string>) => {
    zh.set(text.zh, [...(zh.get(text.zh) ?? []), node]);
    en.set(text.en, [...(en.get(text.en) ?? []), node]);
  };
  for (const [number, node] of space.nodes.entries()) {
    const from = space.nodeState(before, number);
    const to = space.nodeState(after, number);
    if (space.slotOf(number) === number) {
      for (const said of node.saidBetween?.(from, to) ?? []) add(said.node, inBoth(said.event, said.event));
    }
    for (const text of turnsOf(node.facts?.(from) ?? [], node.facts?.(to) ?? [])) add(node.name, text);
  }
  if (zh.size === 0) return null;
  const told = (texts: ReadonlyMap<string, readonly string[]>, colon: string, end: string) =>
    [...texts].map(([text, nodes]) => `${nodes.join(', ')}${colon}${text}`).join(end);
  return inBoth(told(zh, '：', '；'), told(en, ': ', '; '));
}

function nodeNameOf(space: Space, event: number, operation: { kind: string; node?: number } | null) {
  if (event > PASS) return subjectNameOf(space, event);
  return operation?.kind === 'node' ? space.nodes[operation.node as number].name : null;
}

/** What the actor was told; undefined if it waits. */
function answerOf(space: Space, before: Vector, event: number, after: Vector): ProgramValue | undefined {
  const actor = actorOfEvent(event);
  const from = space.position(before, actor);
  const program = space.programs[actor];
  for (let at = space.position(after, actor); at.before !== -1; at = program.at(at.before)) {
    if (at.before === from.id) return program.answerTo(at.id);
  }
  return undefined;
}

function effectsOf(space: Space, before: Vector, after: Vector, acting: number): ScheduleEffect[] {
  const effects: ScheduleEffect[] = [];
  for (const [number, program] of space.programs.entries()) {
    const from = space.position(before, number).id;
    const way = [];
    for (let at = space.position(after, number); at.id !== from; at = program.at(at.before)) way.push(at);
    const actor = program.name;
    for (const [nth, position] of way.reverse().entries()) {
      if (number !== acting || nth > 0) {
        effects.push({ actor, type: 'answered', answer: answerText(program.answerTo(position.id)) });
      }
      for (const effect of position.effects) effects.push({ actor, ...readableEffect(effect) });
    }
    const mode = space.mode(after, number);
    if (mode === FINISHED && space.mode(before, number) !== FINISHED) {
      const { result } = space.position(after, number);
      effects.push({ actor, type: 'returned', value: result === null ? 'nil' : answerText(result) });
    }
    if (mode === WAITING && space.mode(before, number) !== WAITING) effects.push({ actor, type: 'waits' });
  }
  return effects;
}

type Local = ReturnType<Space['position']>['effects'][number];

function readableEffect(effect: Local): Local {
  if (effect.type === 'log') return { ...effect, text: readable(effect.text) };
  return { ...effect, name: readable(effect.name) };
}

function textOf(
  space: Space,
  before: Vector,
  event: number,
  told: Omit<ScheduleEvent, 'text'>,
): InBothLanguages<string> {
  const { words } = space.scenario;
  const title = (name: string, language: 'zh' | 'en') => words[language].actors[name]?.title ?? name;
  const zhActor = told.actor === null ? '' : title(told.actor, 'zh');
  const enActor = told.actor === null ? '' : title(told.actor, 'en');
  const { operation, node } = told;
  switch (kindOfEvent(event)) {
    case ACT: {
      if (operation === null) return inBoth(`${zhActor}开始`, `${enActor} begins`);
      const answer = told.answer === null ? null : told.answer;
      if (answer === null)
        return inBoth(`${zhActor}：${operation}，等待`, `${enActor}: ${operation}, and waits`);
      if (space.position(before, actorOfEvent(event)).operation?.kind === 'step') {
        return inBoth(`${zhActor}：${operation}`, `${enActor}: ${operation}`);
      }
      return inBoth(`${zhActor}：${operation} → ${answer}`, `${enActor}: ${operation} → ${answer}`);
    }
    case LOST_REPLY:
      return inBoth(
        `${zhActor}：${operation} 已执行，回复丢失`,
        `${enActor}: ${operation} is done, its reply is lost`,
      );
    case LOST_REQUEST:
      return inBoth(`${zhActor}：${operation} 没有送达`, `${enActor}: ${operation} never arrives`);
    case FAILED_WRITE:
      return inBoth(`${zhActor}：${operation} 写入失败`, `${enActor}: ${operation} fails`);
    case CRASH:
      return inBoth(`${zhActor}崩溃`, `${enActor} crashes`);
    case JUMP: {
      const by = durationText(space.variant.faults.clockJump.ms);
      return inBoth(`${node} 的时钟向前跳 ${by}`, `The clock of ${node} jumps ahead by ${by}`);
    }
    case RESTART: {
      const { ms } = space.variant.faults.restart;
      if (space.nodes[subjectOfEvent(event)].kind === 'lsm') {
        const after = durationText(ms);
        return ms === 0
          ? inBoth(`${node} 断电后重启`, `${node} loses power and starts again`)
          : inBoth(`${node} 断电，${after} 后重启`, `${node} loses power and starts again after ${after}`);
      }
      if (ms === 0) return inBoth(`${node} 被杀掉后重启`, `${node} is killed and starts again`);
      const after = durationText(ms);
      return inBoth(`${node} 被杀掉，${after} 后重启`, `${node} is killed and starts again after ${after}`);
    }
    case ARRIVE:
      return inBoth(`主节点发出的数据到达 ${node}`, `What the master has sent arrives at ${node}`);
    case WRITE_BACK:
      return inBoth(
        `系统把 ${node} 日志里的下一条写到磁盘`,
        `The system writes the next record of ${node}'s log to its disk`,
      );
    case DOWN:
      return inBoth(`${node} 宕机`, `${node} goes down`);
    case CUT: {
      const { ms } = space.variant.faults.cut;
      if (ms === 0) return inBoth(`${node} 与其他服务器断开`, `${node} is cut off from the other servers`);
      const until = durationText(ms);
      return inBoth(
        `${node} 与其他服务器断开 ${until}`,
        `${node} is cut off from the other servers for ${until}`,
      );
    }
    default: {
      const passed = durationText(space.toDeadlineMs(before) ?? 0);
      const stalled = space.toStall(before).map((actor) => space.programs[actor].name);
      const zhNames = listed(
        stalled.map((name) => title(name, 'zh')),
        'zh',
      );
      const enNames = listed(
        stalled.map((name) => title(name, 'en')),
        'en',
      );
      return stalled.length === 0
        ? inBoth(`过去 ${passed}`, `${passed} pass`)
        : inBoth(`${zhNames}停顿，过去 ${passed}`, `${enNames} stalls while ${passed} pass`);
    }
  }
}
