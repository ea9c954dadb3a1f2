import { Popover } from '../controls/Popover.tsx';
import { useText } from '../i18n/index.ts';
import { useActions } from '../session/hooks.ts';

const losses = ['nothing', 'unsynced', 'torn'] as const;

/** Kills the server in three ways, and restarts it from its disk. */
export function PowerControl() {
  const text = useText();
  const { crash, restart } = useActions();
  return (
    <Popover label={text.lab.power} button={text.lab.power} buttonClass="button">
      {(close) => (
        <>
          <p className="clock-about">{text.lab.powerAbout}</p>
          {losses.map((loss) => (
            <button
              key={loss}
              type="button"
              className="menu-item"
              onClick={() => {
                close();
                void crash(loss);
              }}
            >
              {text.lab.crash[loss]}
            </button>
          ))}
          <hr className="menu-line" />
          <button
            type="button"
            className="menu-item"
            onClick={() => {
              close();
              void restart();
            }}
          >
            {text.lab.restart}
          </button>
        </>
      )}
    </Popover>
  );
}
