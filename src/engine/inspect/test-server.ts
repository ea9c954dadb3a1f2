/** A server to be talked to and looked at, for tests of views. */
import { formatReply } from '../../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../../protocol/resp.ts';
import type { Generation } from '../../protocol/session.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import type { Step } from '../../protocol/steps.ts';
import type { View, WatchTarget } from '../../protocol/views.ts';
import { Engine } from '../server/engine.ts';
import { readView } from './index.ts';

export class TestServer {
  readonly engine: Engine;

  constructor(generation: Generation = '7.0', config: Readonly<Record<string, string>> = {}) {
    this.engine = new Engine({ generation, seed: 7, startMs: 0, config: { ...config } });
    this.engine.step({ type: 'open', nowMs: 0, client: 1 });
  }

  /** What redis-cli would print. */
  run(line: string): string {
    const bytes = encodeCommand(splitArguments(line)!);
    const { replies } = this.engine.step({ type: 'data', nowMs: 0, client: 1, bytes });
    return replies.flatMap((reply) => decodeReplies(reply.bytes).map(formatReply)).join('\n');
  }

  runAll(...lines: readonly string[]): void {
    for (const line of lines) this.run(line);
  }

  look(target: WatchTarget): View | null {
    return readView(this.engine.server, target);
  }

  /** The steps of a command, each with what `seen` reads at that moment. */
  stepsOf(line: string, seen: (step: Step) => void = () => {}): Step[] {
    const steps: Step[] = [];
    const stop = this.engine.listen({
      step(step) {
        steps.push(step);
        seen(step);
      },
    });
    this.run(line);
    stop();
    return steps;
  }
}
