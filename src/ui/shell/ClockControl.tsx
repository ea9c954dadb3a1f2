import { Icon } from '../controls/Icon.tsx';
import { Popover } from '../controls/Popover.tsx';
import { Segmented } from '../controls/Segmented.tsx';
import { useText } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';

/** The server's clock, in the header. */
export function ClockControl() {
  const text = useText();
  const clock = useSession((state) => state.clock);
  const state = clock.running ? `×${clock.speed}` : text.clock.stopped;
  return (
    <Popover
      label={`${text.clock.title}: ${state}`}
      buttonClass="chip"
      button={
        <>
          <Icon name={clock.running ? 'clock' : 'pause'} size={14} />
          {state}
        </>
      }
    >
      {() => <ClockSettings />}
    </Popover>
  );
}

/** Running or stopped, how fast, and steps while it is stopped. */
export function ClockSettings() {
  const text = useText();
  const clock = useSession((state) => state.clock);
  const { setClock, advance } = useActions();
  return (
    <div className="clock-settings">
      <p className="clock-about">{text.clock.about}</p>
      <div className="menu-row">
        {text.clock.title}
        <Segmented
          label={text.clock.title}
          value={clock.running ? 'runs' : 'stopped'}
          choices={[
            { value: 'runs', label: text.clock.runs },
            { value: 'stopped', label: text.clock.stopped },
          ]}
          onChange={(value) => void setClock({ running: value === 'runs' })}
        />
      </div>
      <div className="menu-row">
        {text.clock.speed}
        <Segmented
          label={text.clock.speed}
          value={clock.speed}
          choices={[
            { value: 1, label: '×1' },
            { value: 10, label: '×10' },
          ]}
          onChange={(speed) => void setClock({ speed })}
        />
      </div>
      <div className="menu-row">
        {text.clock.step}
        <span className="clock-steps">
          <button type="button" className="button" disabled={clock.running} onClick={() => void advance(100)}>
            {text.clock.milliseconds(100)}
          </button>
          <button
            type="button"
            className="button"
            disabled={clock.running}
            onClick={() => void advance(1000)}
          >
            {text.clock.seconds(1)}
          </button>
        </span>
      </div>
    </div>
  );
}
