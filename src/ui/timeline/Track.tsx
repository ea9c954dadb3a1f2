import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { useActions, useSession, useSessionShallow, useSessionStore } from '../session/hooks.ts';
import { currentDetail, lastMoment, momentIndex } from '../session/store.ts';
import { pressTimelineKey } from './keys.ts';
import { frameAt, progressOf } from './marks.ts';
import { TrackMarks } from './TrackMarks.tsx';

/** The slider: every frame is a stretch of it, with marks where something happened. Shift and drag selects a loop. */
export function Track({ valueText }: { valueText: string }) {
  const text = useText();
  const session = useSessionStore();
  const { seek, setLoop } = useActions();
  const frames = useSession((state) => state.frames);
  const loop = useSession((state) => state.loop);
  const { frame, moment, moments, isComing } = useSessionShallow((state) => {
    const detail = currentDetail(state);
    return {
      frame: state.position.frame,
      moment: momentIndex(state),
      moments: detail?.moments.length ?? 1,
      isComing: detail === null,
    };
  });
  const track = useRef<HTMLDivElement>(null);
  /** The frame where a loop being selected begins. */
  const loopStart = useRef<number | null>(null);
  const pixels = useWidth(track);
  const progress = progressOf(frames.length, frame, moment, moments);

  const pointed = (event: PointerEvent): { frame: number; within: number } | null => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return null;
    return frameAt(frames.length, (event.clientX - box.left) / box.width);
  };
  const seekTo = (event: PointerEvent) => {
    const to = pointed(event);
    if (to === null) return;
    const here = currentDetail(session.getState());
    const inside = here?.index === to.frame ? Math.round(to.within * (here.moments.length - 1)) : lastMoment;
    seek({ frame: to.frame, moment: inside });
  };
  const chooseLoop = (event: PointerEvent) => {
    const to = pointed(event);
    const start = loopStart.current;
    if (to === null || start === null) return;
    const range = { from: Math.max(1, Math.min(start, to.frame)), to: Math.max(1, start, to.frame) };
    const known = session.getState().loop;
    if (known?.from !== range.from || known.to !== range.to) setLoop(range);
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
      aria-busy={isComing}
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
        const mark = (event.target as Element).closest('.track-mark')?.getAttribute('data-frame');
        if (event.shiftKey) {
          loopStart.current = pointed(event)?.frame ?? null;
          chooseLoop(event);
        } else if (mark != null) seek({ frame: Number(mark), moment: lastMoment });
        else seekTo(event);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId) || event.movementX === 0) return;
        if (loopStart.current === null) seekTo(event);
        else chooseLoop(event);
      }}
      onPointerUp={() => {
        loopStart.current = null;
      }}
      onPointerCancel={() => {
        loopStart.current = null;
      }}
    >
      <div className="track-line" ref={track}>
        <i className="track-done" />
        {loop !== null && frames.length > 1 && (
          <i
            className="track-loop"
            style={
              {
                '--from': Math.max(0, loop.from - 1) / (frames.length - 1),
                '--to': Math.min(loop.to, frames.length - 1) / (frames.length - 1),
              } as CSSProperties
            }
          />
        )}
        <TrackMarks frames={frames} pixels={pixels} />
        <i className="track-thumb" />
      </div>
    </div>
  );
}

/** Rounded, so that a window being dragged does not place all marks anew at every pixel. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(480);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    const observer = new ResizeObserver(() => setWidth(Math.round(target.clientWidth / 48) * 48));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
