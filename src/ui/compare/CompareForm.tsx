import { useId, useState } from 'react';
import { parseRunChange, printRunChange } from '../../protocol/run-change.ts';
import { usePair } from '../i18n/index.ts';
import { compareWords } from './words.ts';

/** Settings with a quick effect, each with a value that shows it. */
const suggestions: readonly (readonly [name: string, value: string])[] = [
  ['hash-max-listpack-entries', '2'],
  ['zset-max-listpack-entries', '2'],
  ['list-max-listpack-size', '2'],
  ['set-max-intset-entries', '2'],
  ['maxmemory', '1mb'],
  ['maxmemory-policy', 'allkeys-lru'],
  ['activerehashing', 'no'],
  ['appendonly', 'yes'],
  ['generation', '6.2'],
  ['seed', '1'],
];

/** Chooses the setting that differs in the second run. */
export function CompareForm(props: { readonly change: string | undefined; onChange(change: string): void }) {
  const words = usePair(compareWords);
  const known = props.change === undefined ? null : parseRunChange(props.change);
  const [name, setName] = useState(known?.name ?? suggestions[0][0]);
  const [value, setValue] = useState(known?.value ?? suggestions[0][1]);
  const [isWrong, setWrong] = useState(false);
  const listId = useId();
  return (
    <form
      className="compare-form"
      onSubmit={(event) => {
        event.preventDefault();
        const change = parseRunChange(`${name}=${value}`);
        setWrong(change === null);
        if (change !== null) props.onChange(printRunChange(change));
      }}
    >
      <label>
        <span>{words.setting}</span>
        <input
          list={listId}
          value={name}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => {
            setName(target.value);
            const suggested = suggestions.find(([candidate]) => candidate === target.value);
            if (suggested !== undefined) setValue(suggested[1]);
          }}
        />
        <datalist id={listId}>
          {suggestions.map(([candidate]) => (
            <option key={candidate} value={candidate}>
              {candidate === 'generation' || candidate === 'seed' ? words[candidate] : candidate}
            </option>
          ))}
        </datalist>
      </label>
      <label>
        <span>{words.value}</span>
        <input
          className="compare-value"
          value={value}
          spellCheck={false}
          autoCapitalize="off"
          onChange={({ target }) => setValue(target.value)}
        />
      </label>
      <button type="submit" className={known === null ? 'button is-primary' : 'button'}>
        {known === null ? words.start : words.again}
      </button>
      {isWrong && (
        <p className="compare-wrong" role="alert">
          {words.wrongChange}
        </p>
      )}
    </form>
  );
}
