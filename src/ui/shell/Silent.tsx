import { useText } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';

/** Asks when the server has not answered for long. Nothing happens before the reader decides: it may only be busy. */
export function Silent() {
  const text = useText();
  const silent = useSession((state) => state.silent);
  const { wait, startAgain } = useActions();
  if (!silent) return null;
  return (
    <div className="notice is-serious" role="alert">
      <p>{text.silent.about}</p>
      <button type="button" className="button" onClick={wait}>
        {text.silent.wait}
      </button>
      <button type="button" className="button" onClick={() => void startAgain()}>
        {text.silent.restart}
      </button>
    </div>
  );
}
