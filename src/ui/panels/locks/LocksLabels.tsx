import type { LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/index.ts';
import { locksWords } from './words.ts';

/** The names beside the rows: the key, and each client with its state. They stay when the lanes scroll. */
export function LocksLabels({ view, language }: { readonly view: LocksView; readonly language: Language }) {
  const words = locksWords[language];
  return (
    <div className="locks-labels" aria-hidden="true">
      <div className="locks-label is-key">
        <b title={view.key ?? ''}>{view.key}</b>
        <span data-state={view.token === null ? 'free' : 'there'}>
          {view.token === null ? words.free : view.token}
        </span>
      </div>
      {view.lanes.map(({ client, name, connected, state }) => (
        <div key={client} className="locks-label" data-state={state ?? (connected ? 'idle' : 'gone')}>
          <b>
            {name === '' ? words.client(client) : name}
            {name !== '' && <small>{words.client(client)}</small>}
          </b>
          <span>{state === null ? (connected ? words.idle : words.disconnected) : words.state[state]}</span>
        </div>
      ))}
    </div>
  );
}
