/**
 * Runs every block of every lesson on the engine, through the page's own interface: the output of a demonstration, the
 * answer of a prediction, and every way that a task lists.
 */

import { describe, expect, it } from 'vitest';
import { readCourse } from '../../content/course.ts';
import { type Action, isOutside, writtenOutside } from '../../protocol/actions.ts';
import { holds } from '../../protocol/dial.ts';
import { confirmedAnswer, type Task } from '../../protocol/exercise.ts';
import { actionsOf, type LessonStep } from '../../protocol/lesson.ts';
import { type Happening, type Player, progressOf } from '../../protocol/players.ts';
import { lineCommand } from '../../protocol/redis-cli.ts';
import { LessonBench } from '../lesson-bench.ts';
import { findingsOf, trialErrors } from '../lesson-trials.ts';

const { lessons } = readCourse(process.cwd());

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

it('there are lessons', () => {
  expect(lessons.length).toBeGreaterThan(0);
});

describe.each(lessons)('$id', (lesson) => {
  describe.each(lesson.content)('$id', (step) => {
    it('starts without an error', async () => {
      // A step may begin with refusals in the ACL log; a fact then says how many.
      const refuses = step.facts.some(({ after, observe }) => after === null && observe === 'server.denials');
      const error = refuses ? /^\(error\) (?!NOPERM )/ : /^\(error\)/;
      const bench = await LessonBench.after(lesson, step, []);
      for (const action of step.given) {
        expect(await bench.do(action)).not.toContainEqual(expect.stringMatching(error));
      }
    });

    it.each(step.facts)('$observe is $is after $after', async ({ after, observe, is }) => {
      const items = step.items.findIndex(({ id }) => id === after) + 1;
      const bench = await LessonBench.after(lesson, step, leadingTo(step, items));
      expect(String(await bench.observe(observe))).toBe(String(is));
    });

    step.items.forEach((item, index) => {
      const start = () => LessonBench.after(lesson, step, leadingTo(step, index));
      if (item.type === 'demo') {
        it(`${item.id} prints what it says`, async () => {
          const bench = await start();
          for (const { printed, ...action } of item.actions) {
            expect(await bench.do(action as Action), written([action as Action])).toEqual(printed);
          }
        });
      }
      if (item.type === 'predict') {
        it(`${item.id} is answered by the engine`, async () => {
          const bench = await start();
          await bench.do(item.action);
          const observed = await bench.observe(item.observe);
          expect(confirmedAnswer(item, observed), `observed ${observed}`).toBe(item.answer);
        });
      }
      if (item.type === 'dial' || item.type === 'compare') {
        it(`${item.id} comes out as expected`, async () => {
          for (const { what, found, expected } of await findingsOf(lesson, step, item)) {
            expect(holds(expected, found), `${what} is ${found}, expected ${JSON.stringify(expected)}`).toBe(
              true,
            );
          }
        });
        it(`${item.id} ends without an error`, async () => {
          expect(await trialErrors(lesson, step, item)).toEqual([]);
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
        const ways = [item.solution, ...item.otherWays];
        it.each(ways.map((way) => [written(way), way] as const))(
          `${item.id} is solved by %s`,
          async (_, way) => {
            const bench = await start();
            await bench.setGoal(item.checks);
            expect(bench.goalPassed, 'before').toBe(false);
            await bench.doAll(way);
            expect(bench.goalPassed, 'after').toBe(true);
          },
        );
        const { continues = false } = item;
        // What stands before it may have been skipped; the page offers to run it for a task that cannot do without.
        it(`${item.id} is ${continues ? 'not ' : ''}solved by its solution also without the demonstrations and predictions`, async () => {
          const earlier = step.items.slice(0, index).filter(({ type }) => type === 'task');
          const bench = await LessonBench.after(lesson, step, [...step.given, ...earlier.flatMap(actionsOf)]);
          await bench.setGoal(item.checks);
          await bench.doAll(item.solution);
          expect(bench.goalPassed).toBe(!continues);
        });
        it.each(item.nearMisses.map((miss) => [written(miss.way), miss] as const))(
          `${item.id} is not solved by %s`,
          async (_, { way }) => {
            const bench = await start();
            await bench.setGoal(item.checks);
            await bench.doAll(way);
            expect(bench.goalPassed).toBe(false);
          },
        );
        const told = item.nearMisses.filter(({ say }) => say !== null);
        it.each(told.map((miss) => [written(miss.way), miss] as const))(
          `${item.id} recognises %s, and not the solution`,
          async (_, { way, when }) => {
            const missed = await start();
            await missed.setGoal(when);
            await missed.doAll(way);
            expect(missed.goalPassed, 'the near miss').toBe(true);
            const solved = await start();
            await solved.setGoal(when);
            await solved.doAll(item.solution);
            expect(solved.goalPassed, 'the solution').toBe(false);
          },
        );
      }
    });
  });
});
