/**
 * Runs every block of every lesson on the engine, through the page's own interface: the output of a demonstration, the
 * answer of a prediction, and every way that a task lists.
 */

import { describe, expect, it } from 'vitest';
import { type Action, isOutside, writtenOutside } from '../../protocol/actions.ts';
import { holds } from '../../protocol/dial.ts';
import { confirmedAnswer, type Task } from '../../protocol/exercise.ts';
import { actionsOf, type LessonStep } from '../../protocol/lesson.ts';
import { type Happening, type Player, progressOf } from '../../protocol/players.ts';
import { plainText } from '../../protocol/prose.ts';
import { lineCommand } from '../../protocol/redis-cli.ts';
import { followStep, stateAfter } from '../followed-step.ts';
import { LessonBench } from '../lesson-bench.ts';
import { trialReport } from '../lesson-trials.ts';
import { sharedCourse } from '../shared-course.ts';

const { lessons } = sharedCourse();

/** Everything done when a step, followed as written, comes to its nth item. */
function leadingTo(step: LessonStep, itemIndex: number): Action[] {
  return [...step.given, ...step.items.slice(0, itemIndex).flatMap(actionsOf)];
}

function written(actions: readonly Action[]): string {
  return actions.map(writtenAction).join('; ');
}

function writtenAction(action: Action): string {
  if (action.type === 'advance') return `@ ${action.ms} ms`;
  if (isOutside(action)) return writtenOutside(action);
  return action.type === 'close' ? `${action.client}!` : `${action.client}> ${action.line}`;
}

/** Runs actions and passes the outcome for its client to each player. */
async function happeningsOf(
  bench: LessonBench,
  player: Player,
  actions: readonly Action[],
): Promise<Happening[]> {
  const happenings: Happening[] = [];
  for (const action of actions) {
    const printed = (await bench.do(action)).join('\n');
    if (action.type === 'advance' || isOutside(action) || action.client !== player.client) continue;
    if (action.type === 'close') happenings.push({ type: 'closed' }, { type: 'opened' });
    else happenings.push({ type: 'command', command: lineCommand(action.line)!, printed });
  }
  return happenings;
}

/** What several tests look at is done when the first of them asks. */
function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

it('there are lessons', () => {
  expect(lessons.length).toBeGreaterThan(0);
});

describe.each(lessons)('$id', (lesson) => {
  describe.each(lesson.content)('$id', (step) => {
    /** Most tests of the step look at one run of it; a way that leaves it has a server of its own. */
    const followed = once(() => followStep(lesson, step));
    const itemOf = async (id: string) => (await followed()).items.get(id)!;

    it('starts without an error', async () => {
      // A step may begin with refusals in the ACL log; a fact then says how many.
      const refuses = step.facts.some(({ after, observe }) => after === null && observe === 'server.denials');
      const error = refuses ? /^\(error\) (?!NOPERM )/ : /^\(error\)/;
      const { given } = await followed();
      expect(given).toHaveLength(step.given.length);
      // A step that goes on after another one repeats its demonstrations, and some of those are refused.
      const earlier = lesson.content.slice(0, lesson.content.indexOf(step)).flatMap(({ items }) => items);
      const repeated = new Set(earlier.flatMap(actionsOf).map(writtenAction));
      for (const [nth, printed] of given.entries()) {
        if (repeated.has(writtenAction(step.given[nth]))) continue;
        expect(printed).not.toContainEqual(expect.stringMatching(error));
      }
    });

    it.each(step.facts.map((fact, nth) => ({ ...fact, nth })))(
      '$observe is $is after $after',
      async ({ is, nth }) => {
        const { facts } = await followed();
        expect(String(facts[nth])).toBe(String(is));
      },
    );

    step.items.forEach((item, index) => {
      const start = () => LessonBench.after(lesson, step, leadingTo(step, index));
      if (item.type === 'demo') {
        it(`${item.id} prints what it says`, async () => {
          const { printed } = await itemOf(item.id);
          for (const [nth, { printed: said, ...action }] of item.actions.entries())
            expect(printed[nth], written([action as Action])).toEqual(said);
        });
      }
      if (item.type === 'predict') {
        it(`${item.id} is answered by the engine`, async () => {
          const { observed } = await itemOf(item.id);
          expect(confirmedAnswer(item, observed), `observed ${observed}`).toBe(item.answer);
        });
      }
      if (item.type === 'dial' || item.type === 'compare') {
        const report = once(() => trialReport(lesson, step, item));
        it(`${item.id} comes out as expected`, async () => {
          const { findings } = await report();
          expect(findings).toHaveLength(item.expect.length);
          for (const { what, found, expected } of findings) {
            expect(holds(expected, found), `${what} is ${found}, expected ${JSON.stringify(expected)}`).toBe(
              true,
            );
          }
        });
        it(`${item.id} ends without an error`, async () => {
          expect((await report()).errors).toEqual([]);
        });
      }
      if (item.type === 'players') {
        it.each(item.players)(`${item.id}: $name alone comes to the end of its program`, async (player) => {
          const bench = await start();
          const happenings: Happening[] = [];
          for (let nth = 0; nth < player.program.length; nth++) {
            const { next } = progressOf(player, happenings);
            if (next === player.program.length) break;
            const { line } = player.program[next];
            const printed = (await bench.do({ type: 'command', client: player.client, line })).join('\n');
            expect(printed, line).not.toMatch(/^\(error\)/);
            happenings.push({ type: 'command', command: lineCommand(line)!, printed });
          }
          expect(progressOf(player, happenings).next).toBe(player.program.length);
        });
        const task = step.items.slice(index).find(({ type }) => type === 'task') as Task | undefined;
        if (task === undefined) return;
        it(`${item.id}: ${task.id} is solved by the cards in this order`, async () => {
          for (const player of item.players) {
            const before = step.items.slice(0, step.items.indexOf(task)).flatMap(actionsOf);
            const bench = await LessonBench.after(lesson, step, step.given);
            const happenings = await happeningsOf(bench, player, before);
            for (const action of task.solution) {
              if (action.type === 'command') {
                const known = item.players.some(({ client }) => client === action.client);
                expect(known, `client ${action.client} has no cards`).toBe(true);
              }
              if (action.type === 'command' && action.client === player.client) {
                const { next } = progressOf(player, happenings);
                const card = player.program[next] ?? player.program[0];
                expect(action.line).toBe(card.line);
              }
              happenings.push(...(await happeningsOf(bench, player, [action])));
            }
          }
        });
      }
      if (item.type === 'task') {
        it(`${item.id} is solved by ${written(item.solution)}`, async () => {
          const { before, after } = await itemOf(item.id);
          expect(before?.passed, 'before').toBe(false);
          expect(after?.passed, 'after').toBe(true);
        });
        it.each(item.otherWays.map((way) => [written(way), way] as const))(
          `${item.id} is solved by %s`,
          async (_, way) => {
            expect((await stateAfter(await start(), item, way)).passed).toBe(true);
          },
        );
        const { continues = false } = item;
        // What stands before it may have been skipped; the page offers to run it for a task that cannot do without.
        it(`${item.id} is ${continues ? 'not ' : ''}solved by its solution also without the demonstrations and predictions`, async () => {
          const earlier = step.items.slice(0, index).filter(({ type }) => type === 'task');
          const bench = await LessonBench.after(lesson, step, [...step.given, ...earlier.flatMap(actionsOf)]);
          expect((await stateAfter(bench, item, item.solution)).passed).toBe(!continues);
        });
        for (const [nth, { way, say }] of item.nearMisses.entries()) {
          const state = once(async () => stateAfter(await start(), item, way));
          it(`${item.id} is not solved by ${written(way)}`, async () => {
            expect((await state()).passed).toBe(false);
          });
          if (say === null) continue;
          it(`${item.id} recognises ${written(way)}, and not the solution`, async () => {
            const { missed, said } = await state();
            expect(missed[nth], 'the near miss').toBe(true);
            expect(said, 'what the learner reads').toBe(plainText(say.en));
            expect((await itemOf(item.id)).after?.missed[nth], 'the solution').toBe(false);
          });
        }
      }
    });
  });
});
