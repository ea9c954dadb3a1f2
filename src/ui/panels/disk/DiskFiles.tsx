import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { DiskView } from '../../../protocol/views-disk.ts';
import { formatExactBytes } from '../../i18n/amounts.ts';
import type { DiskWords } from './words.ts';

/** How much of the neighbours stays visible when the row scrolls to a file. */
const peekPx = 28;

/** The files as buttons; a bar shows how much of each survives a power failure. */
export function DiskFiles(props: {
  readonly view: DiskView;
  /** The chosen file; null while the panel follows the writes. */
  readonly path: string | null;
  readonly words: DiskWords;
  readonly onPath: (path: string | null) => void;
}) {
  const { view, path, words, onPath } = props;
  const row = useRef<HTMLFieldSetElement>(null);
  const [more, setMore] = useState<'none' | 'before' | 'after' | 'both'>('none');
  const shownPath = view.shown?.path;
  const names = view.files.map((file) => file.path).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files, or another one shown, move the row.
  useEffect(() => {
    const node = row.current;
    if (node === null) return;
    const look = (): void => {
      const before = node.scrollLeft > 1;
      const after = node.scrollLeft + node.clientWidth < node.scrollWidth - 1;
      setMore(before ? (after ? 'both' : 'before') : after ? 'after' : 'none');
    };
    const follow = (): void => {
      const chosen = node.querySelector<HTMLElement>('.disk-file[aria-pressed="true"]');
      if (chosen !== null) {
        const start =
          chosen.getBoundingClientRect().left - node.getBoundingClientRect().left + node.scrollLeft;
        // Its neighbours show that there are others.
        const least = start + chosen.offsetWidth - node.clientWidth + peekPx;
        node.scrollLeft = Math.max(least, Math.min(node.scrollLeft, start - peekPx));
      }
      look();
    };
    const observer = new ResizeObserver(follow);
    // Files grow, and an arriving font widens their names.
    for (const watched of [node, ...node.children]) observer.observe(watched);
    node.addEventListener('scroll', look, { passive: true });
    follow();
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', look);
    };
  }, [shownPath, names]);
  if (view.files.length === 0) return null;
  return (
    <fieldset ref={row} className="disk-files" data-more={more} aria-label={words.files}>
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
          {file.bytes > 0 && (
            <i aria-hidden="true" style={{ '--share': file.syncedBytes / file.bytes } as CSSProperties} />
          )}
        </button>
      ))}
    </fieldset>
  );
}
