import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { commandNumber } from '../session/frames.ts';
import { useActions, useSession, useSessionShallow } from '../session/hooks.ts';
import { useTimelineWords } from './words.ts';

/** Loops one command, or a range of them. */
export function LoopControl() {
  const words = useTimelineWords();
  const { setLoop } = useActions();
  const loop = useSession((state) => state.loop);
  const frame = useSession((state) => state.position.frame);
  const last = useSession((state) => state.frames.length - 1);
  const ends = useSessionShallow(({ frames, loop: range }) =>
    range === null ? null : { from: commandNumber(frames, range.from), to: commandNumber(frames, range.to) },
  );
  const label = ends === null ? words.loop : words.looping(ends.from, ends.to);
  return (
    <Popover
      label={label}
      button={<Icon name="loop" size={16} />}
      buttonClass={`icon-button is-quiet${loop === null ? '' : ' is-looping'}`}
      above
    >
      {(close) => {
        const choices = [
          { name: words.loopHere, range: { from: frame, to: frame } },
          {
            name: words.loopFrom,
            range: { from: frame, to: loop !== null && loop.to > frame ? loop.to : last },
          },
          {
            name: words.loopTo,
            range: { from: loop !== null && loop.from < frame ? loop.from : Math.min(1, frame), to: frame },
          },
        ];
        return (
          <>
            <p className="clock-about">{words.loopAbout}</p>
            {choices.map(({ name, range }) => (
              <button
                key={name}
                type="button"
                className="menu-item"
                onClick={() => {
                  close();
                  setLoop(range);
                }}
              >
                {name}
              </button>
            ))}
            {loop !== null && (
              <>
                <hr className="menu-line" />
                <button
                  type="button"
                  className="menu-item"
                  onClick={() => {
                    close();
                    setLoop(null);
                  }}
                >
                  {words.loopOff}
                </button>
              </>
            )}
          </>
        );
      }}
    </Popover>
  );
}
