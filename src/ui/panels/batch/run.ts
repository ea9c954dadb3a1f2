/** A text of commands, line by line. */
import type { FrameSummary } from '../../../protocol/messages.ts';
import { printReplies } from '../../../protocol/redis-cli.ts';
import { readReplies } from '../../../protocol/resp.ts';
import { interpret } from '../../console/interpret.ts';

export type BatchLine =
  | { readonly line: number; readonly bytes: Uint8Array; readonly times: number }
  /** Unbalanced quotes, or an invalid repeat count. */
  | { readonly line: number; readonly problem: 'invalid-arguments' | 'invalid-repeat' };

/** The lines for the server; comments and commands of the console are skipped. */
export function batchLines(text: string): BatchLine[] {
  return text.split('\n').flatMap((content, nth): BatchLine[] => {
    const wanted = interpret(content);
    const line = nth + 1;
    if (wanted.kind === 'send') return [{ line, bytes: wanted.bytes, times: wanted.times }];
    if (wanted.kind === 'invalid-arguments' || wanted.kind === 'invalid-repeat')
      return [{ line, problem: wanted.kind }];
    return [];
  });
}

/** The length of an answer that fits one line. */
const shownOfAnswer = { chars: 2000, lines: 100 };

export interface LineAnswer {
  readonly text: string;
  readonly failed: boolean;
}

/** The reply to a line, on one line; null until the server has answered. */
export function answerIn(frame: FrameSummary, client: number): LineAnswer | null {
  const own = frame.replies.find((reply) => reply.client === client);
  if (own === undefined) return null;
  const [reply] = readReplies(own.bytes);
  if (reply === undefined) return null;
  const { text } = printReplies([reply], shownOfAnswer);
  return { text: text.replace(/\s*\n\s*/g, '  '), failed: reply.type === 'error' };
}
