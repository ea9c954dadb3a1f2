import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { newVersionStore } from '../browser/offline.ts';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { isOutdated } from '../loading/new-version.ts';
import { reload } from '../loading/reload.ts';
import { useSession } from '../session/hooks.ts';

/** Says quietly that the site has a new version. Nothing changes until the reader wants it. */
export function NewVersion() {
  const text = useText();
  const isThere = useStore(newVersionStore, (state) => state.isThere);
  const [isDismissed, setDismissed] = useState(false);
  const hasMissed = useSession((state) => state.notice?.code === 'not-loaded');
  useEffect(() => {
    // The worker lacks a file: trying again helps only as long as the site still has it.
    if (!hasMissed) return;
    void isOutdated().then((found) => {
      if (!found) return;
      newVersionStore.setState({ isThere: true });
      setDismissed(false);
    });
  }, [hasMissed]);
  if (!isThere || isDismissed) return null;
  return (
    <div className="notice" role="status">
      <p>{text.newVersion.about}</p>
      <button type="button" className="button" onClick={() => void reload()}>
        {text.reload}
      </button>
      <button
        type="button"
        className="icon-button is-quiet"
        aria-label={text.dismiss}
        onClick={() => setDismissed(true)}
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
