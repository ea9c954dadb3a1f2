import type { CSSProperties } from 'react';
import type { DiskView } from '../../../protocol/views-disk.ts';
import { formatExactBytes } from '../amounts.ts';
import type { DiskWords } from './words.ts';

/** The files as buttons; a bar says how much of each a power failure cannot take away. */
export function DiskFiles(props: {
  readonly view: DiskView;
  /** The file chosen; null while the panel goes with what is written. */
  readonly path: string | null;
  readonly words: DiskWords;
  readonly onPath: (path: string | null) => void;
}) {
  const { view, path, words, onPath } = props;
  if (view.files.length === 0) return null;
  return (
    <fieldset className="disk-files" aria-label={words.files}>
      <button
        type="button"
        className="panel-button panel-toggle"
        aria-pressed={path === null}
        title={words.latestHint}
        onClick={() => onPath(null)}
      >
        {words.latest}
      </button>
      {view.files.map((file) => (
        <button
          key={file.path}
          type="button"
          className="disk-file"
          aria-pressed={file.path === view.shown?.path}
          data-path={file.path}
          data-open={file.isOpen}
          title={`${file.path} · ${words.syncedOf(file.syncedBytes, file.bytes)}${file.isOpen ? ` · ${words.open}` : ''}`}
          onClick={() => onPath(file.path)}
        >
          <span>
            <code>{file.path.slice(file.path.lastIndexOf('/') + 1)}</code>
            <small>
              {words.fileRoles[file.role]} · {formatExactBytes(file.bytes)}
            </small>
          </span>
          <i
            aria-hidden="true"
            style={{ '--share': file.bytes === 0 ? 1 : file.syncedBytes / file.bytes } as CSSProperties}
          />
        </button>
      ))}
    </fieldset>
  );
}
