/** Frames of a timeline that no engine has made, for tests of code that uses frames. */
import type { FrameSummary } from '../protocol/messages.ts';
import { lineCommand } from '../protocol/redis-cli.ts';

/** By default a command of client 1; its `command` follows from its text. */
export function frameWith(index: number, part: Partial<FrameSummary> = {}): FrameSummary {
  const frame = {
    index,
    kind: 'command' as const,
    client: 1,
    atMs: 0,
    text: '',
    commands: 1,
    replies: [],
    selected: [],
    closed: [],
    marks: [],
    ...part,
  };
  return { command: frame.kind === 'command' ? lineCommand(frame.text) : null, ...frame };
}
