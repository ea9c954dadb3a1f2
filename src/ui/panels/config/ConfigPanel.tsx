import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { WatchTarget } from '../../../protocol/views.ts';
import type { ParameterView } from '../../../protocol/views-config.ts';
import { Icon } from '../../controls/Icon.tsx';
import { Segmented } from '../../controls/Segmented.tsx';
import { Select } from '../../controls/Select.tsx';
import { useLanguage } from '../../i18n/index.ts';
import { useActions, usePicture, useSession, useWatch } from '../../session/hooks.ts';
import { PanelFrame } from '../PanelFrame.tsx';
import type { PanelProps } from '../panel.ts';
import { effects } from './effects.ts';
import { isChanged, type Selection, selectParameters, setCommand } from './rows.ts';
import { type ConfigWords, configWords } from './words.ts';
import './config.css';

const target: WatchTarget = { kind: 'config', db: 0 };

/** Every parameter of the server; a change is a CONFIG SET like any other, seen in the console and the timeline. */
export function ConfigPanel({ watchId }: PanelProps) {
  const language = useLanguage();
  const words = configWords[language];
  const [selection, setSelection] = useState<Selection>('working');
  const [search, setSearch] = useState('');
  useWatch(watchId, target);
  const picture = usePicture(watchId);
  const view = picture?.kind === 'config' ? picture : null;
  const client = useSession((state) => state.clients[0]?.id ?? null);
  const { run } = useActions();
  const about = useMemo(() => (name: string) => effects[name]?.[language] ?? '', [language]);
  const shown = view === null ? [] : selectParameters(view.parameters, selection, search, about);
  return (
    <PanelFrame
      title={words.title}
      summary={
        view === null ? undefined : words.summary(shown.length, view.parameters.filter(isChanged).length)
      }
      state={view === null ? 'loading' : 'ready'}
    >
      <div className="config-tools" data-not-in-picture="">
        <input
          type="search"
          className="config-search"
          aria-label={words.search}
          placeholder={words.search}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Segmented<Selection>
          label={words.selection}
          value={selection}
          choices={(['working', 'changed', 'all'] as const).map((value) => ({
            value,
            label: words.selections[value],
          }))}
          onChange={setSelection}
        />
      </div>
      {shown.length === 0 && <p className="config-none">{words.none}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <ul className="config-list" aria-label={words.title} tabIndex={0} data-own-keys>
        {shown.map((parameter) => (
          <Parameter
            key={parameter.name}
            parameter={parameter}
            about={about(parameter.name)}
            words={words}
            onSet={client === null ? null : (value) => void run(client, setCommand(parameter.name, value))}
          />
        ))}
      </ul>
    </PanelFrame>
  );
}

interface ParameterProps {
  readonly parameter: ParameterView;
  readonly about: string;
  readonly words: ConfigWords;
  readonly onSet: ((value: string) => void) | null;
}

function Parameter({ parameter, about, words, onSet }: ParameterProps) {
  const { name, value, byDefault, hasEffect, canChange } = parameter;
  const changed = isChanged(parameter);
  const note = hasEffect ? about : words.idle;
  return (
    <li
      className="config-row"
      data-changed={changed}
      data-idle={!hasEffect}
      data-name={name}
      data-part={`parameters[name=${name}].value`}
    >
      <div className="config-name">
        <code>{name}</code>
        {(note !== '' || changed) && (
          <small>
            {note}
            {note !== '' && changed && ' · '}
            {changed && <b>{words.byDefault(byDefault)}</b>}
          </small>
        )}
      </div>
      <div className="config-value">
        {!canChange || onSet === null ? (
          <span className="config-fixed" title={words.fixed}>
            {value === '' ? words.emptyText : value}
          </span>
        ) : (
          <Value parameter={parameter} onSet={onSet} />
        )}
        {changed && canChange && onSet !== null && (
          <button
            type="button"
            className="icon-button is-quiet"
            aria-label={words.reset(name, byDefault)}
            title={words.reset(name, byDefault)}
            onClick={() => onSet(byDefault)}
          >
            <Icon name="undo" size={14} />
          </button>
        )}
      </div>
    </li>
  );
}

function Value({ parameter, onSet }: { readonly parameter: ParameterView; onSet(value: string): void }) {
  const { name, value, choices } = parameter;
  const [draft, setDraft] = useState(value);
  // What the server says is so, also after it has refused what was typed.
  useEffect(() => setDraft(value), [value]);
  if (choices.length > 0) {
    return (
      <Select
        label={name}
        value={value}
        choices={choices.map((choice) => ({ value: choice, label: choice }))}
        onChange={onSet}
      />
    );
  }
  const finish = () => {
    if (draft === value) return;
    onSet(draft);
    setDraft(value);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    if (event.key === 'Escape') setDraft(value);
    event.stopPropagation();
  };
  return (
    <input
      type="text"
      className="config-input"
      aria-label={name}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={keys}
      onBlur={finish}
    />
  );
}
