import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Icon, type IconName } from '../controls/Icon.tsx';
import { Select } from '../controls/Select.tsx';
import type { Messages } from '../i18n/index.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import type { Language } from '../i18n/language.ts';
import { useLoaded } from '../loading/use-loaded.ts';
import { commandNumber, nodeName } from '../session/frames.ts';
import { useActions, useSession, useSessionShallow, useSessionStore } from '../session/hooks.ts';
import { type Pace, paces, speeds } from '../session/pace.ts';
import { currentDetail, currentFrame, momentIndex, type SessionState } from '../session/store.ts';
import { BranchPicker } from './BranchPicker.tsx';
import { listenToKeys } from './keys.ts';
import { LoopControl } from './LoopControl.tsx';
import { MarkLegend } from './MarkLegend.tsx';
import { markFilter } from './mark-filter.ts';
import './timeline.css';
import { Track } from './Track.tsx';
import { useTimelineWords } from './words.ts';

type WorldFrames = typeof import('./world/frame-in-words.ts');

/** "command 10 of 16 · step 3 of 5"; of several servers also who did what. */
export function placeInWords(
  state: SessionState,
  text: Messages,
  world: WorldFrames | null = null,
  language: Language = 'en',
): string {
  const { frames, position } = state;
  const frame = currentFrame(state);
  if (frame === null) return '';
  const commands = commandNumber(frames, frames.length - 1);
  const here = commandNumber(frames, position.frame);
  const detail = currentDetail(state);
  const steps = detail === null ? 0 : detail.moments.length - 2;
  const moment = momentIndex(state);
  const what =
    frame.kind === 'command'
      ? inWorld(text.timeline.command(here, commands))
      : world !== null
        ? world.placeOfFrame(state, frame, language)
        : frame.kind === 'cron'
          ? text.timeline.cron(here, commands)
          : frame.kind === 'crash' || frame.kind === 'restart'
            ? text.timeline[frame.kind](here, commands)
            : frame.kind === 'start' || commands === 0
              ? text.timeline.start
              : text.timeline.connection(here, commands);
  if (steps <= 0) return what;
  const step =
    moment === 0
      ? text.timeline.before
      : moment > steps
        ? text.timeline.after
        : text.timeline.step(moment, steps);
  return `${what} · ${step}`;

  function inWorld(place: string): string {
    const node = nodeName(state, frame?.node);
    return node === null ? place : `${place} · ${node}`;
  }
}

export function Timeline() {
  const text = useText();
  const session = useSessionStore();
  const actions = useActions();
  const { playing, waiting, pace, speed, atStart, atEnd } = useSessionShallow((state) => ({
    playing: state.playing && !state.waiting,
    waiting: state.waiting,
    pace: state.pace,
    speed: state.speed,
    atStart: state.position.frame === 0,
    atEnd: state.following && !state.playing,
  }));
  const language = useLanguage();
  const isWorld = useSession((state) => state.start?.world !== undefined);
  const world = useLoaded(isWorld, () => import('./world/frame-in-words.ts'));
  const place = useSession((state) => placeInWords(state, text, world, language));
  const fetching = useSession((state) => state.status === 'ready' && currentDetail(state) === null);
  useEffect(() => listenToKeys(session), [session]);
  const words = useTimelineWords();
  /** On a phone the timeline is one row; a button opens a second one with the tools. */
  const [isOpen, setOpen] = useState(false);

  return (
    <section className="timeline" aria-label={text.timeline.title} data-open={isOpen}>
      <div className="timeline-buttons">
        <TimelineButton icon="first" label={text.timeline.first} disabled={atStart} onClick={actions.first} />
        <TimelineButton icon="back" label={text.timeline.back} disabled={atStart} onClick={actions.back} />
        <button
          type="button"
          className="icon-button is-primary"
          aria-label={playing ? text.timeline.pause : waiting ? text.timeline.goOn : text.timeline.play}
          title={playing ? text.timeline.pause : waiting ? text.timeline.goOnKeys : text.timeline.play}
          onClick={playing ? actions.pause : actions.play}
        >
          <Icon name={playing ? 'pause' : 'play'} size={16} />
        </button>
        <TimelineButton
          icon="forward"
          label={text.timeline.forward}
          disabled={atEnd}
          onClick={actions.forward}
        />
        <TimelineButton icon="last" label={text.timeline.last} disabled={atEnd} onClick={actions.last} />
      </div>
      <span className="timeline-place" title={place}>
        {place}
        {fetching && <span className="timeline-fetching"> · {text.timeline.fetching}</span>}
      </span>
      <Track valueText={place} />
      <button
        type="button"
        className="icon-button is-quiet timeline-more"
        aria-label={words.more}
        title={words.more}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="more" size={16} />
      </button>
      <div className="timeline-tools">
        <MarkLegend />
        <LoopControl />
        <BranchPicker />
      </div>
      <Jumped />
      <Select
        label={text.timeline.pace}
        value={pace}
        choices={paces.map((value) => ({ value, label: text.timeline.paces[value] }))}
        onChange={(value) => actions.setPace(value as Pace)}
      />
      <Select
        label={text.timeline.speed}
        value={String(speed)}
        choices={speeds.map((value) => ({ value: String(value), label: `${value}×` }))}
        onChange={(value) => actions.setSpeed(Number(value))}
      />
    </section>
  );
}

/** Announces where a jump from mark to mark has led, for screen readers. */
function Jumped() {
  const words = useTimelineWords();
  const jumped = useStore(markFilter, (state) => state.jumped);
  const command = useSession((state) => (jumped === null ? '' : (state.frames[jumped.frame]?.text ?? '')));
  return (
    <span className="visually-hidden" aria-live="polite">
      {jumped !== null && `${words.marks[jumped.kind]}: ${command || words.byItself}`}
    </span>
  );
}

interface TimelineButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly disabled: boolean;
  onClick(): void;
}

/** Stays focusable at the ends, so that the keyboard does not lose its place. */
function TimelineButton({ icon, label, disabled, onClick }: TimelineButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}
