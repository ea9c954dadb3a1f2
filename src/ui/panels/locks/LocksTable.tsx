import type { LocksView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/index.ts';
import { clientName, describeLocks } from './describe.ts';
import { locksWords } from './words.ts';

interface LocksTableProps {
  readonly view: LocksView;
  readonly nowMs: number;
  readonly language: Language;
}

/** The lanes as a table of words, for screen readers and tests. The events are buttons in the drawing. */
export function LocksTable({ view, nowMs, language }: LocksTableProps) {
  const words = locksWords[language];
  return (
    <div className="visually-hidden">
      <table
        data-owner={view.owner}
        data-token={view.token ?? ''}
        data-expire-at={view.expireAtMs}
        data-now={nowMs}
      >
        <caption>{describeLocks(view, nowMs, language)}</caption>
        <tbody>
          {view.lanes.map(({ client, connected, state }) => (
            <tr key={client} data-lane={client} data-state={state ?? 'none'}>
              <th scope="row">{clientName(view, client, language)}</th>
              <td>{state !== null ? words.state[state] : connected ? words.idle : words.disconnected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
