/** The keyboard's cursor in the list: up and down move by row, left and right by cell. */
export interface RowCursor {
  /** The rows were painted again. */
  refresh(): void;
  destroy(): void;
}

export function createRowCursor(
  scroll: HTMLElement,
  body: HTMLTableSectionElement,
  spoken: HTMLElement,
): RowCursor {
  /** By the row's own number in the whole list; null before the first key. */
  let place: { row: number; column: number } | null = null;
  let shown: HTMLElement | null = null;

  const numberOf = (row: Element) => Number(row.getAttribute('aria-rowindex'));

  function cellAt({ row, column }: { row: number; column: number }): HTMLElement | null {
    const element = [...body.children].find((candidate) => numberOf(candidate) === row);
    return (element?.children[column] as HTMLElement | undefined) ?? null;
  }

  function refresh(): void {
    const isFocused = scroll.matches(':focus-visible');
    const cell = place === null || !isFocused ? null : cellAt(place);
    if (shown !== cell) shown?.classList.remove('is-cursor');
    shown = cell;
    cell?.classList.add('is-cursor');
    const part = cell?.dataset.part;
    if (part === undefined) delete scroll.dataset.cursorPart;
    else scroll.dataset.cursorPart = part;
  }

  function move(rows: number, columns: number): boolean {
    const numbers = [...body.children].map(numberOf);
    if (numbers.length === 0) return false;
    const inSight = [...body.children].find(
      (row) => row.getBoundingClientRect().bottom > scroll.getBoundingClientRect().top + 40,
    );
    const row = place === null ? numberOf(inSight ?? body.children[0]) : place.row + rows;
    const column = Math.max(0, Math.min(5, (place?.column ?? 0) + columns));
    place = { row: Math.max(Math.min(...numbers), Math.min(Math.max(...numbers), row)), column };
    refresh();
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const cells = shown === null ? [] : [...(shown.parentElement?.children ?? [])];
    spoken.textContent =
      columns === 0
        ? cells.map((cell) => cell.textContent).join(', ')
        : `${shown?.dataset.label ?? ''}: ${shown?.textContent ?? ''}`;
    return true;
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroll || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const columns = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if ((rows !== 0 || columns !== 0) && move(rows, columns)) event.preventDefault();
  };
  scroll.addEventListener('keydown', onKeyDown);
  scroll.addEventListener('focus', refresh);
  scroll.addEventListener('blur', refresh);

  return {
    refresh,
    destroy() {
      scroll.removeEventListener('keydown', onKeyDown);
      scroll.removeEventListener('focus', refresh);
      scroll.removeEventListener('blur', refresh);
      spoken.textContent = '';
    },
  };
}
