/** Turning inputs and what came of them into entries of the timeline. */
import { latin1, QueryBuffer, repr } from '../engine/index.ts';
import { frameCommand } from '../protocol/frame-commands.ts';
import { cutReplies, FRAME_REPLY_BYTES } from '../protocol/frame-replies.ts';
import type { BranchSummary, ClientDatabase, FrameSummary, Mark } from '../protocol/messages.ts';
import type { Step } from '../protocol/steps.ts';
import type { Happening, Message, SessionInput, WorldChange, WorldOutput } from '../protocol/world.ts';
import { FIRST_NODE_CLIENT } from '../sim/machine.ts';
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
  input: SessionInput,
  atMs: number,
  commands: readonly Uint8Array[][],
  output: WorldOutput,
  marks: readonly Mark[],
  selected: readonly ClientDatabase[],
  happened: readonly Happening[],
  isDown: boolean,
  isSingle: boolean,
): FrameSummary {
  return {
    index,
    ...entryOf(input, output, commands),
    client: 'client' in input ? input.client : 0,
    ...placeOf(input, output, isSingle),
    ...(input.type === 'disk' ? { disk: diskOf(input) } : {}),
    ...(happened.length === 0 ? {} : { happened }),
    atMs,
    command: commands.length === 0 ? null : frameCommand(commands[0]),
    commands: commands.length,
    replies: cutReplies(isSingle ? output.replies : output.replies.filter(isConsole), FRAME_REPLY_BYTES),
    selected,
    closed: isSingle ? output.closed : output.closed.filter((client) => isConsole({ client })),
    ...(isDown ? { down: true as const } : {}),
    marks,
  };
}

function diskOf({ full, fsyncMs }: Extract<SessionInput, { type: 'disk' }>): FrameSummary['disk'] {
  return { ...(full === undefined ? {} : { full }), ...(fsyncMs === undefined ? {} : { fsyncMs }) };
}

/** How an input stands on the timeline. */
export function entryOf(
  input: SessionInput,
  output: WorldOutput | null = null,
  commands: readonly Uint8Array[][] = input.type === 'data' ? commandsIn(input.bytes) : [],
): Pick<FrameSummary, 'kind' | 'text'> {
  if (isChange(input)) return { kind: 'world', text: '' };
  const { message } = output ?? { message: null };
  if (message !== null) return { kind: 'message', text: messageText(message) };
  return {
    kind: KIND[input.type as keyof typeof KIND],
    text: input.type === 'data' ? textOf(commands, input.bytes) : '',
  };
}

/** Commands that one server sends another can be read; what goes over the bus, and files, cannot. */
function messageText({ kind, bytes }: Message): string {
  if (kind !== 'data' || bytes[0] !== ASTERISK) return '';
  const commands = commandsIn(bytes);
  return commands.length === 0 ? '' : textOf(commands, bytes);
}

const ASTERISK = 0x2a;

function placeOf(
  input: SessionInput,
  { node, message }: WorldOutput,
  isSingle: boolean,
): Pick<FrameSummary, 'node' | 'from' | 'change'> {
  if (isSingle) return {};
  // What a frozen server is sent waits for it; the frame is about that server all the same.
  const at = node ?? ('node' in input && !isChange(input) ? (input.node ?? null) : null);
  return {
    ...(at === null ? {} : { node: at }),
    ...(message === null ? {} : { from: message.from }),
    ...(isChange(input) ? { change: input } : {}),
  };
}

export function isChange(input: SessionInput): input is WorldChange {
  return !Object.hasOwn(KIND, input.type);
}

/** Other clients are servers: what they are answered goes over the network. */
export function isConsole({ client }: { readonly client: number }): boolean {
  return client < FIRST_NODE_CLIENT;
}

const KIND = {
  open: 'connect',
  close: 'disconnect',
  tick: 'cron',
  next: 'cron',
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
  branch: Readonly<Branch<SessionInput, FrameRecord>>,
  current: Readonly<Branch<SessionInput, FrameRecord>>,
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

export function marksOf(input: SessionInput, steps: readonly Step[], output: WorldOutput): Mark[] {
  const marks = new Set<Mark>();
  if (input.type === 'crash' || input.type === 'restart') marks.add(input.type);
  for (const step of steps) {
    const mark = step.type === 'key.expired' ? EXPIRED[step.how] : MARK_OF_STEP[step.type];
    if (mark !== undefined) marks.add(mark);
  }
  if (output.replies.some((reply) => isConsole(reply) && reply.bytes[0] === 45)) marks.add('error');
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
