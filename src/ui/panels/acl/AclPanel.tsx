import type { WatchTarget } from '../../../protocol/views.ts';
import type { SelectorRow, UserRow } from '../../../protocol/views-admin.ts';
import { useLanguage } from '../../i18n/index.ts';
import { usePicture, useWatch } from '../../session/hooks.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { type AclWords, aclWords } from './words.ts';
import './acl.css';

/** As many entries as can be read; the summary has the number of all. */
const target: WatchTarget = { kind: 'acl', db: 0, window: { from: 0, count: 20 } };

/** Users with their rules, who is logged in, and whom the server has refused. */
export function AclPanel({ watchId }: PanelProps) {
  const words = aclWords[useLanguage()];
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'acl' ? picture : null;
  return (
    <PanelFrame
      title={words.title}
      summary={view === null ? undefined : words.summary(view.userCount, view.logLength)}
      state={view === null ? 'loading' : 'ready'}
    >
      {view !== null && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <section className="acl-panel" aria-label={words.title} tabIndex={0} data-own-keys>
          <ul className="acl-users" aria-label={words.users}>
            {view.users.map((user) => (
              <User key={user.name} user={user} words={words} />
            ))}
          </ul>
          <h3 className="acl-heading">{words.log}</h3>
          {view.log.length === 0 && <p className="acl-none">{words.noDenials}</p>}
          <ul className="acl-log" aria-label={words.log}>
            {view.log.map((row) => (
              <li key={`${row.atMs} ${row.username} ${row.reason} ${row.context} ${row.object}`}>
                <span>{words.denial(row)}</span>
                <small>{words.times(row.count)}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </PanelFrame>
  );
}

function User({ user, words }: { readonly user: UserRow; readonly words: AclWords }) {
  return (
    <li className="acl-user" data-name={user.name} data-off={!user.enabled}>
      <div className="acl-name">
        <code>{user.name}</code>
        {!user.enabled && <b>{words.off}</b>}
        <small>
          {words.password(user)} · {words.clients(user.clients)}
        </small>
      </div>
      {user.selectors.map((selector) => (
        <Rules key={`${selector.commands} ${selector.keys.join(' ')}`} selector={selector} words={words} />
      ))}
    </li>
  );
}

function Rules({ selector, words }: { readonly selector: SelectorRow; readonly words: AclWords }) {
  const listed = (rules: readonly string[]) => (rules.length === 0 ? words.none : rules.join(' '));
  return (
    <dl className="acl-rules">
      <dt>{words.commands}</dt>
      <dd>
        <code>{selector.commands}</code> <small>{words.allowed(selector)}</small>
      </dd>
      <dt>{words.keys}</dt>
      <dd>
        <code>{listed(selector.keys)}</code>
      </dd>
      <dt>{words.channels}</dt>
      <dd>
        <code>{listed(selector.channels)}</code>
      </dd>
    </dl>
  );
}
