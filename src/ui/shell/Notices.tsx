import { useEffect } from 'react';
import { Icon } from '../controls/Icon.tsx';
import { useText } from '../i18n/index.ts';
import { useActions, useSession } from '../session/hooks.ts';

/** Good news goes by itself; a failure stays until it is dismissed. */
const passing = new Set(['forked', 'copied', 'saved', 'imported', 'stopped']);
const passingMs = 5000;
/** Nothing is wrong, but the reader may want to do something about it: it stays as well. */
const calm = new Set(['set-aside', 'open-elsewhere', 'taken-over', 'brought-back']);
/** Nothing is wrong, but the reader may want to act on it: it stays as well. */
const withoutDetail = new Set(['server-down', 'no-such-client', 'no-such-frame', 'no-session']);

export function Notices() {
  const text = useText();
  const notice = useSession((state) => state.notice);
  const { dismissNotice } = useActions();
  useEffect(() => {
    if (notice === null || !passing.has(notice.code)) return;
    const timer = setTimeout(dismissNotice, passingMs);
    return () => clearTimeout(timer);
  }, [notice, dismissNotice]);
  const serious = notice !== null && !passing.has(notice.code) && !calm.has(notice.code);
  return (
    <div className="notices" role={serious ? 'alert' : 'status'}>
      {notice !== null && (
        <div className={serious ? 'notice is-serious' : 'notice'} key={notice.key}>
          <p>
            {text.notices[notice.code]}
            {serious && notice.detail !== '' && !withoutDetail.has(notice.code) && (
              <small>{notice.detail}</small>
            )}
          </p>
          {notice.act !== undefined && (
            <button
              type="button"
              className="button"
              onClick={() => {
                dismissNotice();
                notice.act?.();
              }}
            >
              {text.noticeActs[notice.code]}
            </button>
          )}
          <button
            type="button"
            className="icon-button is-quiet"
            aria-label={text.dismiss}
            onClick={dismissNotice}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
    </div>
  );
}
