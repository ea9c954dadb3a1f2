import { useMemo } from 'react';
import { useStore } from 'zustand';
import {
  type PlayedCommand,
  type Player,
  type PlayerProgress,
  type Players,
  progressOf,
} from '../../protocol/players.ts';
import { Icon } from '../controls/Icon.tsx';
import { usePair } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import type { ExerciseRun } from './exercise-run.ts';
import { happeningsOf } from './happenings.ts';
import { useKeptFocus } from './kept-focus.ts';
import { LessonClock } from './LessonClock.tsx';
import { lessonWords } from './words.ts';
import './players.css';

/** Scripted clients side by side: the next command of each is a card, and pressing it sends it for real. */
export function PlayersBox({ item, run }: { readonly item: Players; readonly run: ExerciseRun }) {
  const words = usePair(lessonWords);
  return (
    <fieldset className="lesson-players" aria-label={words.players}>
      {item.players.map((player) => (
        <PlayerCards key={player.client} player={player} run={run} />
      ))}
      {item.clockMs.length > 0 && <LessonClock amountsMs={item.clockMs} />}
    </fieldset>
  );
}

function PlayerCards({ player, run }: { readonly player: Player; readonly run: ExerciseRun }) {
  const words = usePair(lessonWords);
  const given = useStore(run, ({ situation }) => situation.given);
  const blocked = useStore(run, ({ busy, phase }) => busy || phase !== 'ready');
  const frames = useSession((state) => state.frames);
  const frame = useSession((state) => (state.following ? state.frames.length - 1 : state.position.frame));
  const progress = useMemo(
    () => progressOf(player, happeningsOf(frames, given, player.client, frame)),
    [player, frames, given, frame],
  );
  const { name, client, program } = player;
  // After a crash, and when it is through, it begins anew.
  const isThrough = progress.next === program.length;
  const next = progress.isGone || isThrough ? 0 : progress.next;
  const focus = useKeptFocus<HTMLElement>('.lesson-card', next);
  const note = progress.isGone ? words.crashed : isThrough ? words.programDone : null;

  return (
    <section className="lesson-player" aria-label={name} data-gone={progress.isGone} {...focus}>
      <h3>
        {name}
        <small>{words.asClient(client)}</small>
        {note !== null && <em>{note}</em>}
        <button
          type="button"
          className="lesson-crash"
          aria-label={words.crashPlayer(name)}
          title={words.crashPlayer(name)}
          aria-disabled={blocked || progress.isGone}
          onClick={({ currentTarget }) => {
            if (blocked || progress.isGone) return;
            // This button is hidden while the player is gone.
            const card = currentTarget.closest('.lesson-player')?.querySelector<HTMLElement>('.lesson-card');
            card?.focus({ preventScroll: true });
            void run.act({ type: 'close', client });
          }}
        >
          <Icon name="close" size={12} />
          {words.crash}
        </button>
      </h3>
      <ol>
        {program.map((command, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the program is fixed at build time.
          <li key={nth} data-place={placeOf(nth, next, progress)}>
            {waits.has(placeOf(nth, next, progress)) && <Condition command={command} />}
            {nth === next ? (
              <button
                type="button"
                className="lesson-card"
                aria-label={words.playerSends(name, shownOf(command))}
                aria-disabled={blocked}
                onClick={() => {
                  if (!blocked) void run.act({ type: 'command', client, line: command.line });
                }}
              >
                <code>{shownOf(command)}</code>
                <Icon name="play" size={13} />
              </button>
            ) : (
              <code>{shownOf(command)}</code>
            )}
            <Outcome nth={nth} next={next} progress={progress} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Commands in these places have not been run: what they depend on is still open. */
const waits: ReadonlySet<string> = new Set(['next', 'ahead']);

/** On what a command depends, said before anybody runs it. */
function Condition({ command: { when, until } }: { readonly command: PlayedCommand }) {
  const words = usePair(lessonWords);
  if (when === undefined && until === undefined) return null;
  return (
    <small className="lesson-condition">
      {when !== undefined && <ReplyIn sentence={words.onlyIf} reply={when} />}
      {until !== undefined && <ReplyIn sentence={words.repeatUntil} reply={until} />}
    </small>
  );
}

function ReplyIn({
  sentence,
  reply,
}: {
  readonly sentence: readonly [string, string];
  readonly reply: string;
}) {
  return (
    <span>
      {sentence[0]}
      <code>{reply}</code>
      {sentence[1]}
    </span>
  );
}

function shownOf({ line, shown }: PlayedCommand): string {
  return shown ?? line;
}

function placeOf(nth: number, next: number, { skipped, printed, isGone }: PlayerProgress): string {
  if (nth === next) return 'next';
  if (skipped.includes(nth)) return 'skipped';
  return printed.has(nth) && !isGone ? 'done' : 'ahead';
}

/** What was printed for a command, or why it was not run. */
function Outcome(props: { readonly nth: number; readonly next: number; readonly progress: PlayerProgress }) {
  const { nth, next, progress } = props;
  const words = usePair(lessonWords);
  if (progress.skipped.includes(nth)) return <span className="lesson-outcome">{words.skipped}</span>;
  const printed = progress.printed.get(nth);
  // On a card to be pressed stands only what made it stay: a try that failed.
  const isRefused = nth === next && progress.next === next;
  if (printed === undefined || progress.isGone || (nth === next && !isRefused)) return null;
  return (
    <span className="lesson-outcome">
      → {printed}
      {isRefused && ` · ${words.tryAgain}`}
    </span>
  );
}
