import { useStore } from 'zustand';
import { useActiveSession } from '../active-session/active-session.ts';
import { Popover } from '../controls/Popover.tsx';
import { useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';
import { keepingStore } from '../storage/keeping.ts';
import { saveScript, saveToFile } from './save-session.ts';

/** While the browser does not keep the reader's work, the header says so, and what can be done. */
export function KeepingSign() {
  const text = useText();
  const session = useSessionStore();
  const active = useActiveSession();
  const { trouble, detail } = useStore(keepingStore);
  if (trouble === null) return null;
  return (
    <Popover
      label={text.keeping.sign}
      button={text.keeping.sign}
      buttonClass={trouble === 'opening' ? 'chip header-sign' : 'chip header-sign header-unkept'}
    >
      {(close) => (
        <div className="keeping">
          <b>{text.keeping.title}</b>
          <p>{text.keeping.troubles[trouble]}</p>
          {detail !== '' && <small>{detail}</small>}
          <button
            type="button"
            className="button"
            onClick={() => {
              close();
              void (trouble === 'too-large' ? saveScript(session) : saveToFile(session, active.pageState()));
            }}
          >
            {trouble === 'too-large' ? text.files.script : text.keeping.save}
          </button>
        </div>
      )}
    </Popover>
  );
}
