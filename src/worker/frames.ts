/** Turning inputs and what came of them into entries of the timeline. */
import { latin1, QueryBuffer, repr } from '../engine/index.ts';
import { frameCommand } from '../protocol/frame-commands.ts';
import { cutReplies, FRAME_REPLY_BYTES } from '../protocol/frame-replies.ts';
import type { BranchSummary, ClientDatabase, FrameSummary, Mark } from '../protocol/messages.ts';
import type { Input, Output } from '../protocol/session.ts';
import type { Step } from '../protocol/steps.ts';
import type { WorkedOn } from './aim.ts';
import { type Branch, type FrameEnd, sharedLength } from './history/branches.ts';

const MAX_TEXT = 200;
const MARK_OF_STEP: Partial<Record<Step['type'], Mark>> = {
  'dict.resize': 'resize',
  'dict.rehash': 'rehash',
  'dict.swap': 'swap',
  'key.evicted': 'evicted',
  'object.encoding': 'encoding',
  'disk.fork': 'fork',
};

const EXPIRED = { lazy: 'expired', active: 'expired-active' } as const;

/** A frame as the session keeps it: what the page sees, and how much of the log leads up to it. */
export interface FrameRecord extends FrameEnd {
  readonly summary: FrameSummary;
  /** Commands from the start of the session up to and including this frame's. */
  readonly commandsEnd: number;
  /** Lower-case names of the commands in it, each once, for checks on what was called. */
  readonly commandNames: readonly string[];
  /** The key that a panel turns to. */
  readonly worked: readonly WorkedOn[];
}

/** The commands in the bytes, as far as they are whole; a protocol error ends the list. */
export function commandsIn(bytes: Uint8Array): Uint8Array[][] {
  const query = new QueryBuffer();
  const commands: Uint8Array[][] = [];
  query.append(bytes);
  try {
    for (;;) {
      const args = query.next(bytes.length);
      if (args === null) return commands;
      if (args.length > 0) commands.push(args);
    }
  } catch {
    return commands;
  }
}

export function frameOf(
  index: number,
  input: Input,
  commands: readonly Uint8Array[][],
  output: Output,
  marks: readonly Mark[],
  selected: readonly ClientDatabase[],
  isDown: boolean,
): FrameSummary {
  return {
    index,
    kind: KIND[input.type],
    client: 'client' in input ? input.client : 0,
    atMs: input.nowMs,
    text: input.type === 'data' ? textOf(commands, input.bytes) : '',
    command: commands.length === 0 ? null : frameCommand(commands[0]),
    commands: commands.length,
    replies: cutReplies(output.replies, FRAME_REPLY_BYTES),
    selected,
    closed: output.closed,
    ...(isDown ? { down: true as const } : {}),
    marks,
  };
}

/** How an input would stand on the timeline. */
export function entryOf(input: Input): Pick<FrameSummary, 'kind' | 'text'> {
  const text = input.type === 'data' ? textOf(commandsIn(input.bytes), input.bytes) : '';
  return { kind: KIND[input.type], text };
}

const KIND = {
  open: 'connect',
  close: 'disconnect',
  tick: 'cron',
  data: 'command',
  crash: 'crash',
  restart: 'restart',
  disk: 'disk',
} as const;

/** The frame before all inputs. */
export function firstFrame(atMs: number): FrameRecord {
  const summary: FrameSummary = {
    index: 0,
    kind: 'start',
    client: 0,
    atMs,
    text: '',
    command: null,
    commands: 0,
    replies: [],
    selected: [],
    closed: [],
    marks: [],
  };
  return { summary, inputsEnd: 0, commandsEnd: 0, commandNames: [], worked: [] };
}

export function branchSummary(
  branch: Readonly<Branch<Input, FrameRecord>>,
  current: Readonly<Branch<Input, FrameRecord>>,
): BranchSummary {
  const { id, parent, frames } = branch;
  const first = parent === null ? undefined : frames[parent.frame + 1];
  return {
    id,
    parent,
    frames: frames.length,
    commands: frames.filter(({ summary }) => summary.kind === 'command').length,
    begins: first?.summary.text ?? '',
    sharedFrame: sharedLength(frames, current.frames) - 1,
  };
}

export function marksOf(input: Input, steps: readonly Step[], output: Output): Mark[] {
  const marks = new Set<Mark>();
  if (input.type === 'crash' || input.type === 'restart') marks.add(input.type);
  for (const step of steps) {
    const mark = step.type === 'key.expired' ? EXPIRED[step.how] : MARK_OF_STEP[step.type];
    if (mark !== undefined) marks.add(mark);
  }
  if (output.replies.some(({ bytes }) => bytes[0] === 45)) marks.add('error');
  return [...marks];
}

/** The command as one would type it. */
export function textOf(commands: readonly Uint8Array[][], bytes: Uint8Array): string {
  if (commands.length === 0) return cut(repr(bytes, MAX_TEXT));
  return cut(commands[0].map(word).join(' '));
}

function word(argument: Uint8Array): string {
  if (argument.length > MAX_TEXT) return `"${repr(argument, MAX_TEXT)}"`;
  const plain = latin1(argument);
  if (/^[!#-&(-~]+$/.test(plain)) return plain;
  const text = printable(argument);
  if (text === null) return `"${repr(argument, MAX_TEXT)}"`;
  return text === '' || /\s/.test(text) ? `"${text}"` : text;
}

/** Well-formed UTF-8 without quotes, backslashes and control characters is shown as it is. */
function printable(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[\p{C}"\\]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT - 1)}…`;
}
