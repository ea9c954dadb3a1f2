/** A server that runs lines of a lesson, through the page's own interface. */

import { type Action, commandLines, isOutside, type OutsideAction } from '../protocol/actions.ts';
import type { Check, CheckResult } from '../protocol/checks.ts';
import { frameCommand } from '../protocol/frame-commands.ts';
import type { Lesson, LessonStep } from '../protocol/lesson.ts';
import type { Request, RequestName, Requests, WorkerEvent } from '../protocol/messages.ts';
import { formatRawReply, formatReply, printsRaw } from '../protocol/redis-cli.ts';
import { decodeReplies, encodeCommand } from '../protocol/resp.ts';
import type { SessionStart } from '../protocol/session.ts';
import { splitArguments } from '../protocol/split-arguments.ts';
import type { Trial, TrialOutcome } from '../protocol/trial.ts';
import { Host } from '../worker/host.ts';

export class LessonBench {
  readonly #host = new Host({
    realMs: () => 0,
    post: (event) => this.#receive(event),
    wakeAfter: () => {},
  });
  readonly #connected = new Set([1]);
  #lastFrame = 0;
  #requests = 0;
  #goalResults: readonly CheckResult[] = [];

  static async after(lesson: Lesson, step: LessonStep, actions: readonly Action[]): Promise<LessonBench> {
    const { seed, config, clock } = lesson;
    const { generation } = step;
    return LessonBench.started({ generation, seed, config, startMs: clock.startMs }, actions);
  }

  static async started(start: SessionStart, actions: readonly Action[]): Promise<LessonBench> {
    const bench = new LessonBench();
    const { frames } = await bench.#ask('start', { start, clock: { running: false, speed: 1 } });
    bench.#lastFrame = frames.length - 1;
    await bench.doAll(actions);
    return bench;
  }

  /** What the worker observes after lines that are run apart from any session. */
  static async trial(trial: Trial): Promise<readonly (string | number | null)[]> {
    return (await LessonBench.trialOutcome(trial)).values;
  }

  static trialOutcome(trial: Trial): Promise<TrialOutcome> {
    return new LessonBench().#ask('trial', trial);
  }

  async doAll(actions: readonly Action[]): Promise<void> {
    for (const action of actions) await this.do(action);
  }

  /** Does it and returns what redis-cli prints, line by line. */
  async do(action: Action): Promise<string[]> {
    if (action.type === 'advance') {
      await this.#ask('advance', { ms: action.ms });
      return [];
    }
    if (action.type === 'close') {
      await this.#ask('close', { client: action.client });
      this.#connected.delete(action.client);
      return [];
    }
    if (isOutside(action)) {
      await this.#happens(action);
      return [];
    }
    while (!this.#connected.has(action.client)) this.#connected.add((await this.#ask('open', {})).client);
    const commands = commandLines(action).map((line) => splitArguments(line) ?? []);
    const bytes = Buffer.concat(commands.map(encodeCommand));
    const { client } = action;
    const { frame } = await this.#ask('send', { client, bytes, atFrame: this.#lastFrame, look: false });
    this.#lastFrame = frame.index;
    for (const closed of frame.closed) this.#connected.delete(closed);
    const replies = frame.replies
      .filter(({ client }) => client === action.client)
      .flatMap((reply) => decodeReplies(reply.bytes));
    // SUBSCRIBE of several channels is answered several times.
    const commandOf = (index: number) => commands[Math.min(index, commands.length - 1)];
    return replies.flatMap((reply, index) =>
      (printsRaw(frameCommand(commandOf(index))) ? formatRawReply(reply) : formatReply(reply)).split('\n'),
    );
  }

  async #happens(action: OutsideAction): Promise<void> {
    const atFrame = this.#lastFrame;
    if (action.type === 'disk') {
      const { frame } = await this.#ask('disk', { fsyncMs: action.fsyncMs, atFrame });
      this.#lastFrame = frame.index;
      return;
    }
    const { frame } =
      action.type === 'crash'
        ? await this.#ask('crash', { loss: action.loss, atFrame })
        : await this.#ask('restart', { atFrame });
    this.#lastFrame = frame.index;
    this.#connected.clear();
  }

  async observe(path: string): Promise<string | number | null> {
    const { values } = await this.#ask('observe', { paths: [path], atFrame: this.#lastFrame });
    return values[0];
  }

  async setGoal(checks: readonly Check[]): Promise<void> {
    this.#goalResults = (await this.#ask('goal', { checks })).results;
  }

  get goalResults(): readonly CheckResult[] {
    return this.#goalResults;
  }

  get goalPassed(): boolean {
    return this.#goalResults.length > 0 && this.#goalResults.every(({ passed }) => passed);
  }

  #receive(event: WorkerEvent): void {
    if (event.event === 'goal') this.#goalResults = event.results;
    if (event.event === 'frames') this.#lastFrame = event.frames[event.frames.length - 1].index;
  }

  async #ask<Name extends RequestName>(
    request: Name,
    ask: Requests[Name]['ask'],
  ): Promise<Requests[Name]['answer']> {
    const answer = await this.#host.answer({ ...ask, id: ++this.#requests, request } as Request);
    if (!answer.ok)
      throw new Error(`${request} was refused: ${answer.refusal.code} ${answer.refusal.detail}`);
    return answer.answer as Requests[Name]['answer'];
  }
}
