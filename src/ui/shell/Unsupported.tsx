import { useText } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import './message-page.css';

/** A whole page for a browser in which no server can run. */
export function Unsupported() {
  const text = useText();
  const failure = useSession((state) => state.failure);
  return (
    <main className="message-page">
      <div className="message-page-sheet">
        <span className="header-mark" aria-hidden="true" />
        <h1>{text.unsupported.title}</h1>
        <p>{failure === 'worker-failed' ? text.unsupported.failed : text.unsupported.missing}</p>
        <p>{text.unsupported.todo}</p>
        <div className="message-page-actions">
          <button type="button" className="button is-primary" onClick={() => location.reload()}>
            {text.reload}
          </button>
          <LanguageSwitch />
        </div>
      </div>
    </main>
  );
}
