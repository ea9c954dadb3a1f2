import type { LsmEntry, LsmPicture } from '../../protocol/lsm.ts';
import { usePair } from '../i18n/index.ts';
import { exploreWords } from './words.ts';

interface LsmPartsProps {
  readonly picture: LsmPicture;
  /** What it was before the last event; the same at the beginning. */
  readonly before: LsmPicture;
}

/** Where the entries of an LSM store lie: its log with what is synced, the memtable, and the files of each level. */
export function LsmParts({ picture, before }: LsmPartsProps) {
  const words = usePair(exploreWords).lsm;
  const filesBefore = new Set(before.levels.flat().map(({ name }) => name));
  const memtableBefore = new Set(before.memtable.map(textOf));
  return (
    <dl className="lsm-parts">
      <dt>{words.memtable}</dt>
      <dd>
        <Entries entries={picture.memtable} isNew={(entry) => !memtableBefore.has(textOf(entry))} />
      </dd>
      <dt>{words.log}</dt>
      <dd>
        {picture.log.length === 0 && <span className="lsm-nothing">{words.nothing}</span>}
        {picture.log.map(({ entries, isSynced }, at) => {
          const was = before.log[at];
          const isNew =
            was?.isSynced !== isSynced || was.entries.map(textOf).join() !== entries.map(textOf).join();
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record has no name but its place in the log.
            <div key={at} className="lsm-record" data-synced={isSynced} data-changed={isNew}>
              <Entries entries={entries} />
              <small>{isSynced ? words.synced : words.unsynced}</small>
            </div>
          );
        })}
      </dd>
      {picture.levels.map((files, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its number.
        <LevelRow key={level} level={level} files={files} known={filesBefore} />
      ))}
    </dl>
  );
}

interface LevelRowProps {
  readonly level: number;
  readonly files: LsmPicture['levels'][number];
  /** The files that were there before. */
  readonly known: ReadonlySet<string>;
}

function LevelRow({ level, files, known }: LevelRowProps) {
  const words = usePair(exploreWords).lsm;
  return (
    <>
      <dt>{words.level(level)}</dt>
      <dd>
        {files.length === 0 && <span className="lsm-nothing">{words.nothing}</span>}
        {files.map(({ name, entries }) => (
          <div key={name} className="lsm-record" data-synced="true" data-changed={!known.has(name)}>
            <Entries entries={entries} />
            <small>{name}</small>
          </div>
        ))}
      </dd>
    </>
  );
}

function Entries({
  entries,
  isNew = () => false,
}: {
  readonly entries: readonly LsmEntry[];
  isNew?(entry: LsmEntry): boolean;
}) {
  const words = usePair(exploreWords).lsm;
  if (entries.length === 0) return <span className="lsm-nothing">{words.nothing}</span>;
  return (
    <span className="lsm-entries">
      {entries.map((entry) => (
        <span key={entry.key} className="lsm-entry" data-changed={isNew(entry)}>
          <code>{entry.key}</code>{' '}
          {entry.value === null ? (
            <em>{words.deleted}</em>
          ) : (
            <code className="node-value">{entry.value}</code>
          )}
        </span>
      ))}
    </span>
  );
}

function textOf({ key, value }: LsmEntry): string {
  return JSON.stringify([key, value]);
}
