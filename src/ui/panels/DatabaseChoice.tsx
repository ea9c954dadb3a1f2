import { Fragment, useCallback, useState } from 'react';
import './database-choice.css';

const databases = Array.from({ length: 16 }, (_, db) => db);

interface DatabaseChoiceProps {
  readonly label: string;
  readonly db: number;
  readonly onChange: (db: number) => void;
}

/** The database a panel shows: a word in its summary that can be changed. */
export function DatabaseChoice({ label, db, onChange }: DatabaseChoiceProps) {
  return (
    <select
      className="database-choice"
      aria-label={label}
      value={db}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {databases.map((number) => (
        <option key={number} value={number}>{`db ${number}`}</option>
      ))}
    </select>
  );
}

/** Figures after the choice: lines break between them, never inside one. */
export function Figures({ figures }: { readonly figures: readonly string[] }) {
  return figures.map((figure, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two figures may say the same; a stream's encoding is "stream".
    <Fragment key={nth}>
      {' · '}
      <span className="database-figure">{figure}</span>
    </Fragment>
  ));
}

/** `db 0 · 9 keys · load 1.13`. */
export function DatabaseSummary(props: DatabaseChoiceProps & { readonly figures: readonly string[] }) {
  const { figures, ...choice } = props;
  return (
    <>
      <DatabaseChoice {...choice} />
      <Figures figures={figures} />
    </>
  );
}

/** The database a panel was given, until the reader chooses another; a newly given one wins again. */
export function useDatabase(given: number): [number, (db: number) => void] {
  const [state, setState] = useState({ given, db: given });
  if (state.given !== given) setState({ given, db: given });
  const choose = useCallback((db: number) => setState((old) => ({ ...old, db })), []);
  return [state.given === given ? state.db : given, choose];
}
