import { useEffect, useRef } from 'react';
import { useLanguage, usePair } from '../../i18n/index.ts';
import { shortTime } from '../numbers.ts';
import { isFault } from '../words.ts';
import type { HeldCell, HeldColumn, HeldMarks, HeldRow, ItemMark } from './layout.ts';
import { heldWords } from './words.ts';

interface HeldTableProps {
  readonly label: string;
  readonly marks: HeldMarks;
  readonly columns: number;
  /** How many events have happened; the rows after them are only planned. All by default. */
  readonly at?: number;
  /** Events are numbers: their words stand beside it. */
  readonly isNarrow?: boolean;
  onJump?(at: number): void;
}

/** Bands from change to change: rows are events, columns what the servers hold. */
export function HeldTable({ label, marks, columns, at, isNarrow = false, onJump }: HeldTableProps) {
  const words = usePair(heldWords);
  const box = useRef<HTMLElement>(null);
  const jump = useRef(onJump);
  jump.current = onJump;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows may come after the event that they end with.
  useEffect(() => {
    const element = box.current;
    const row = at === undefined ? null : element?.querySelectorAll<HTMLElement>('tbody tr')[at];
    if (element === null || row == null) return;
    // Only the table scrolls, never the page.
    const head = element.querySelector('thead')?.clientHeight ?? 0;
    const bottom = row.offsetTop + row.offsetHeight;
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    if (row.offsetTop - head < element.scrollTop) element.scrollTop = row.offsetTop - head;
  }, [at, marks]);
  // The button of a row is for everybody; that its cells go there, too, only makes it larger for a pointer.
  useEffect(() => {
    const element = box.current;
    const onClick = ({ target }: MouseEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('td')?.parentElement : null;
      if (row?.dataset.after !== undefined) jump.current?.(Number(row.dataset.after));
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, []);
  const shown = marks.columns.slice(0, columns);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reached by the keyboard.
    <section className="held-box" ref={box} aria-label={words.table} tabIndex={0} data-narrow={isNarrow}>
      <table className="held-table" aria-label={label} data-jumps={onJump !== undefined}>
        <thead>
          <tr>
            <th scope="col">
              <span className={isNarrow ? 'visually-hidden' : undefined}>{words.event}</span>
            </th>
            {shown.map((column) => (
              <ColumnHead key={keyOf(column)} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {marks.rows.map((row) => (
            <Row
              key={row.after}
              row={row}
              columns={shown}
              at={at}
              isNarrow={isNarrow}
              canJump={onJump !== undefined}
              onJump={(to) => onJump?.(to)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function keyOf({ node, kind, name, field }: HeldColumn): string {
  return JSON.stringify([node, kind, name, field]);
}

function ColumnHead({ column }: { readonly column: HeldColumn }) {
  const { node, kind, name, field, tone, hasItems } = column;
  const words = usePair(heldWords);
  return (
    <th scope="col" className="held-head" data-items={hasItems}>
      <small>{node} </small>
      <code data-tone={tone ?? undefined}>{name}</code>
      {field !== null && (kind === 'group' ? <small>{words.group(field)}</small> : <code> {field}</code>)}
    </th>
  );
}

interface RowProps {
  readonly row: HeldRow;
  readonly columns: readonly HeldColumn[];
  readonly at: number | undefined;
  readonly isNarrow: boolean;
  readonly canJump: boolean;
  onJump(at: number): void;
}

function Row({ row: { after, event, cells }, columns, at, isNarrow, canJump, onJump }: RowProps) {
  const words = usePair(heldWords);
  const language = useLanguage();
  const isNow = at === after;
  const text = event === null ? words.start : event.text[language];
  const said = (
    <>
      {event !== null && <span className="held-number">{after} </span>}
      <span className={isNarrow && event !== null ? 'visually-hidden' : 'held-text'}>{text}</span>
    </>
  );
  return (
    <tr
      data-after={after}
      data-now={isNow}
      data-planned={at !== undefined && after > at}
      aria-current={isNow ? 'step' : undefined}
    >
      <th
        scope="row"
        title={text}
        data-fault={event !== null && (isFault(event.kind) || event.stalled.length > 0)}
      >
        {canJump ? (
          <button type="button" onClick={() => onJump(after)}>
            {said}
          </button>
        ) : (
          <div>{said}</div>
        )}
      </th>
      {columns.map((column, nth) => (
        <Cell key={keyOf(column)} cell={cells[nth]} column={column} isNow={isNow} />
      ))}
    </tr>
  );
}

interface CellProps {
  readonly cell: HeldCell;
  readonly column: HeldColumn;
  readonly isNow: boolean;
}

function Cell({ cell, column, isNow }: CellProps) {
  const words = usePair(heldWords);
  const { value, text, missing, opens, closes, level, chips, leftMs, behind, fallsBehind } = cell;
  if (value === null) {
    const gone = chips.filter(({ state }) => state === 'gone');
    // An empty list is no key any more: that its items have left says it all.
    const isSaid = opens && missing !== 'never' && !(missing === 'removed' && gone.length > 0);
    return (
      <td className="held-cell" data-missing={missing}>
        <span className="held-chips">
          {gone.map((chip) => (
            <Chip key={chip.text} chip={chip} />
          ))}
        </span>
        <span className={isSaid ? 'held-missing' : 'visually-hidden'}>
          {words.missing[missing ?? 'never']}
        </span>
      </td>
    );
  }
  const isShown = opens || isNow || fallsBehind;
  return (
    <td
      className="held-cell"
      data-band={column.kind === 'row' || column.kind === 'queue' ? 'database' : 'redis'}
      data-opens={opens}
      data-closes={closes}
      data-behind={behind ?? undefined}
      data-tone={column.tone ?? undefined}
    >
      {level !== null && (
        <i className="held-level" aria-hidden="true" style={{ inlineSize: `${level * 100}%` }} />
      )}
      {value.type === 'items' ? (
        <span className={isShown ? 'held-chips' : 'visually-hidden'}>
          {chips.map((chip) => (
            <Chip key={`${chip.state} ${chip.text}`} chip={chip} />
          ))}
          {value.leftOut > 0 && <small>{words.moreItems(value.leftOut)}</small>}
        </span>
      ) : (
        <code className={isShown ? 'held-value' : 'visually-hidden'}>{text === '' ? '""' : text}</code>
      )}
      {behind !== null && (
        <b className={fallsBehind || isNow ? 'held-behind' : 'visually-hidden'}> {words.behind[behind]}</b>
      )}
      {leftMs !== null && <small className="held-left"> {words.expiresIn(shortTime(leftMs))}</small>}
    </td>
  );
}

function Chip({ chip: { text, detail, delivery, tone, state } }: { readonly chip: ItemMark }) {
  const words = usePair(heldWords);
  const status =
    delivery === null || state === 'gone'
      ? null
      : delivery.state === 'pending'
        ? words.pending(delivery.consumer, delivery.times)
        : words.delivery[delivery.state];
  return (
    <span
      className="held-chip"
      data-tone={tone}
      data-state={state}
      data-delivery={delivery?.state}
      title={detail === null ? undefined : `${text} (${detail})`}
    >
      {state === 'gone' ? (
        <>
          <s aria-hidden="true">{text}</s>
          <span className="visually-hidden">{words.itemGone(text)} </span>
        </>
      ) : (
        <code>{text} </code>
      )}
      {status !== null && <small>{status} </small>}
    </span>
  );
}
