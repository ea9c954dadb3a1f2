import { type FormEvent, useId, useState } from 'react';
import { useActions, useSession } from '../../session/hooks.ts';
import { clientsHere } from '../../session/store.ts';
import { typedBytes } from './typed-bytes.ts';
import type { WireWords } from './words.ts';

const samples = {
  inline: 'PING\\r\\n',
  pipeline: '*1\\r\\n$4\\r\\nPING\\r\\n*3\\r\\n$3\\r\\nSET\\r\\n$1\\r\\na\\r\\n$1\\r\\n1\\r\\nINCR a\\r\\n',
  half: '*2\\r\\n$4\\r\\nECHO\\r\\n$5\\r\\nhel',
  rest: 'lo\\r\\n',
  hello: 'HELLO 3\\r\\n',
  wrong: '*1\\r\\nPING\\r\\n',
} as const;
type Sample = keyof typeof samples;

/** Raw bytes for the server that no console would send: lines, half commands, several at once. */
export function RawBytes({ words }: { readonly words: WireWords }) {
  const { sendBytes } = useActions();
  const clients = useSession(clientsHere);
  const [text, setText] = useState<string>(samples.inline);
  const [chosen, setChosen] = useState(0);
  const about = useId();
  const client = clients.find(({ id }) => id === chosen)?.id ?? clients[0]?.id;

  function send(event: FormEvent): void {
    event.preventDefault();
    if (client !== undefined && text !== '') void sendBytes(client, typedBytes(text));
  }

  return (
    <details className="wire-raw" data-not-in-picture="">
      <summary>{words.raw.title}</summary>
      <form onSubmit={send}>
        <input
          className="wire-raw-text"
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-label={words.raw.label}
          aria-describedby={about}
          onChange={(event) => setText(event.target.value)}
        />
        <select
          className="panel-button"
          aria-label={words.raw.samples}
          value=""
          onChange={(event) => setText(samples[event.target.value as Sample])}
        >
          <option value="" disabled>
            {words.raw.choose}
          </option>
          {(Object.keys(samples) as Sample[]).map((name) => (
            <option key={name} value={name}>
              {words.raw.sample[name]}
            </option>
          ))}
        </select>
        <label>
          {words.raw.client}{' '}
          <select
            className="panel-button"
            value={client ?? ''}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {clients.map(({ id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="panel-button" disabled={client === undefined || text === ''}>
          {words.raw.send}
        </button>
      </form>
      <p id={about}>
        {words.raw.label}. {words.raw.about}
      </p>
    </details>
  );
}
