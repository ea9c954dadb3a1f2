import { type CSSProperties, memo, type PointerEvent, useMemo, useRef } from 'react';
import type { FrameSummary, Mark } from '../../protocol/messages.ts';
import { useText } from '../i18n/index.ts';
import { useActions, useSession, useSessionShallow, useSessionStore } from '../session/hooks.ts';
import { currentDetail, lastMoment, momentIndex } from '../session/store.ts';
import { pressTimelineKey } from './keys.ts';
import { frameAt, placedMarks, progressOf } from './marks.ts';

/** The slider: every frame a stretch of it, with marks where something happened. */
export function Track({ valueText }: { valueText: string }) {
  const text = useText();
  const session = useSessionStore();
  const { seek } = useActions();
  const frames = useSession((state) => state.frames);
  const { frame, moment, moments } = useSessionShallow((state) => ({
    frame: state.position.frame,
    moment: momentIndex(state),
    moments: currentDetail(state)?.moments.length ?? 1,
  }));
  const track = useRef<HTMLDivElement>(null);
  const progress = progressOf(frames.length, frame, moment, moments);

  const seekTo = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const { frame, within } = frameAt(frames.length, (event.clientX - box.left) / box.width);
    const here = currentDetail(session.getState());
    const inside = here?.index === frame ? Math.round(within * (here.moments.length - 1)) : lastMoment;
    seek({ frame, moment: inside });
  };

  return (
    <div
      className="track"
      role="slider"
      tabIndex={0}
      aria-label={text.timeline.slider}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, frames.length - 1)}
      aria-valuenow={frame}
      aria-valuetext={valueText}
      style={{ '--progress': progress } as CSSProperties}
      onKeyDown={(event) => {
        const key =
          event.key === 'ArrowDown' ? 'ArrowLeft' : event.key === 'ArrowUp' ? 'ArrowRight' : event.key;
        const shiftKey = event.shiftKey || key === 'PageUp' || key === 'PageDown';
        const pressed = {
          key: key === 'PageUp' ? 'ArrowRight' : key === 'PageDown' ? 'ArrowLeft' : key,
          shiftKey,
        };
        if (!event.ctrlKey && !event.metaKey && !event.altKey && pressTimelineKey(session, pressed)) {
          event.preventDefault();
        }
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
      }}
    >
      <div className="track-line" ref={track}>
        <i className="track-done" />
        <Marks frames={frames} />
        <i className="track-thumb" />
      </div>
    </div>
  );
}

const shapes: Record<Mark, string> = {
  resize: 'M4 0 8 4 4 8 0 4z',
  rehash: 'M3 0h2v8H3z',
  swap: 'M0 4 4 0v8zM8 4 4 0v8z',
  expired: 'M4 0.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4z',
  error: 'M1 0 4 3 7 0 8 1 5 4 8 7 7 8 4 5 1 8 0 7 3 4 0 1z',
  encoding: 'M0.5 0.5h7v7h-7z',
};

const Marks = memo(function Marks({ frames }: { frames: readonly FrameSummary[] }) {
  const text = useText();
  const marks = useMemo(() => placedMarks(frames), [frames]);
  const last = Math.max(1, frames.length - 1);
  return marks.map(({ mark, frame, count }) => (
    <span
      key={frame}
      className={`track-mark is-${mark}`}
      style={{ '--at': frame / last } as CSSProperties}
      title={`${text.timeline.marks[mark]}${count > 1 ? ` ×${count}` : ''} — ${frames[frame].text || text.timeline.byItself}`}
    >
      <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true" focusable="false">
        <path d={shapes[mark]} />
      </svg>
    </span>
  ));
});
