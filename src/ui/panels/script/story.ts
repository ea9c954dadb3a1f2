/** The data of a script at one moment: the changes of its line, the replies of its calls, its end. */
import type { FrameSummary, Moment } from '../../../protocol/messages.ts';
import { partWhere } from '../../../protocol/parts.ts';
import { formatReply, printReplies } from '../../../protocol/redis-cli.ts';
import { decodeReplies, readReplies } from '../../../protocol/resp.ts';
import type { ScriptFrameView, ScriptView } from '../../../protocol/views-script.ts';
import { type Stop, scriptView, stopAt } from './walk.ts';

export interface LocalRow {
  readonly name: string;
  readonly value: string;
  /** Its value one line earlier; null if unchanged. */
  readonly was: string | null;
  readonly isNew: boolean;
  /** Its part of the view; null if another call of the same function hides it. */
  readonly part: string | null;
}

export interface FrameRow {
  readonly name: string;
  readonly line: number;
  readonly locals: readonly LocalRow[];
}

export interface CallRow {
  readonly line: number;
  readonly command: string;
  readonly reply: string;
  readonly failed: boolean;
  /** It returned at this very moment. */
  readonly isNow: boolean;
}

/** The frames with their changes since the line before. */
export function frameRows(view: ScriptView, before: ScriptView | null): FrameRow[] {
  const frames = view.script?.frames ?? [];
  const earlier = before?.script?.program.name === view.script?.program.name ? before?.script?.frames : [];
  return frames.map((frame, nth) => {
    // Counted from the script itself, since called functions come and go at the other end.
    const past = earlier?.[earlier.length - (frames.length - nth)];
    const isFirst = frames.findIndex(({ name }) => name === frame.name) === nth;
    const whose = isFirst ? `script.frames${partWhere('name', frame.name)}` : null;
    return {
      name: frame.name,
      line: frame.line,
      locals: localRows(frame, past?.name === frame.name ? past : null, before !== null, whose),
    };
  });
}

/** At the first visible line the past is unknown: nothing is called new there. */
function localRows(
  frame: ScriptFrameView,
  past: ScriptFrameView | null,
  isKnown: boolean,
  whose: string | null,
): LocalRow[] {
  return frame.locals.map(({ name, value }, nth) => {
    // Two locals may have one name: the place among the declarations distinguishes them.
    const known = past?.locals[nth]?.name === name ? past.locals[nth] : null;
    const isNew = known === null && isKnown;
    const was = known !== null && known.value !== value ? known.value : null;
    return { name, value, isNew, was, part: whose === null ? null : `${whose}.locals.${nth}{name,value}` };
  });
}

/** The view at the stop before the one that a moment belongs to. */
export function viewBefore(
  moments: readonly Moment[],
  stops: readonly Stop[],
  moment: number,
  watchId: string,
): ScriptView | null {
  const here = stopAt(stops, moment);
  return here <= 0 ? null : scriptView(moments[stops[here - 1].moment], watchId);
}

/** The calls that have returned by now, the latest last. */
export function callRows(moments: readonly Moment[], moment: number): CallRow[] {
  const rows: CallRow[] = [];
  for (let at = 0; at <= moment && at < moments.length; at++) {
    const { step } = moments[at];
    if (step?.type === 'script.begin') rows.length = 0;
    if (step?.type !== 'script.call') continue;
    rows.push({
      line: step.line,
      command: step.command.map(wordOf).join(' '),
      reply: replyText(step.reply),
      failed: step.reply.startsWith('-'),
      isNow: at === moment,
    });
  }
  return rows;
}

export function wordOf(word: string): string {
  const text = utf8Of(word);
  return text === '' || /\s/.test(text) ? `"${text}"` : text;
}

/** The reply as redis-cli prints it; a cut one is shown raw. */
export function replyText(resp: string): string {
  if (resp.startsWith('-')) return `(error) ${utf8Of(resp.slice(1).trimEnd())}`;
  try {
    return decodeReplies(bytesOf(resp)).map(formatReply).join('\n');
  } catch {
    return `${utf8Of(resp).replaceAll('\r\n', ' ')}…`;
  }
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Texts of steps have a character for each byte. */
function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text));
  } catch {
    return text;
  }
}

/** Characters of an answer below the script. */
const shownOfAnswer = { chars: 2000, lines: 40 };

/** The script's answer to its caller, in the frame where it ended; null if it did not answer there. */
export function answerOf(frame: FrameSummary | null): { text: string; line: number | null } | null {
  if (frame === null || !isScriptFrame(frame)) return null;
  const own = frame.replies.find(({ client }) => client === frame.client);
  if (own === undefined) return null;
  try {
    const reply = readReplies(own.bytes)[0];
    if (reply === undefined) return null;
    return {
      text: printReplies([reply], shownOfAnswer).text,
      line: reply.type === 'error' ? errorLine(reply.text) : null,
    };
  } catch {
    return null;
  }
}

/** The line an error names: `script: 1a2b…, on @user_script:3.` or `user_script:1: '=' expected`. */
export function errorLine(text: string): number | null {
  const place =
    /on @user_(?:script|function):(\d+)/.exec(text) ?? /user_(?:script|function):(\d+):/.exec(text);
  return place === null ? null : Number(place[1]);
}

export function isScriptFrame(frame: FrameSummary): boolean {
  return /^(eval|evalsha|fcall)(_ro)?$/.test(frame.command?.name ?? '');
}

/** The latest frame, up to the one looked at, in which a script ran; null if there is none. */
export function scriptFrameBefore(frames: readonly FrameSummary[], at: number): number | null {
  for (let index = Math.min(at, frames.length - 1); index >= 0; index--) {
    if (isScriptFrame(frames[index])) return index;
  }
  return null;
}
