/** The table that screen readers read instead of a drawing: a caption, and a row for each thing. */
import { select } from 'd3-selection';
import { write } from '../drawing.ts';

export interface TableModel<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The texts of a row, its heading first; every row has as many of them. */
  cells(row: Row): readonly string[];
  /** The data attribute of a row, for programs that read the page. */
  data(row: Row): Readonly<Record<string, string>>;
}

export function paintAccessibleTable<Row>(element: HTMLTableElement, accessible: TableModel<Row>): void {
  const table = select(element);
  const caption = table.selectAll<HTMLTableCaptionElement, null>('caption').data([null]);
  write(caption.enter().append('caption').merge(caption).node()!, accessible.caption);
  const body = table.selectAll<HTMLTableSectionElement, null>('tbody').data([null]);
  const rows = body
    .enter()
    .append('tbody')
    .merge(body)
    .selectAll<HTMLTableRowElement, Row>('tr')
    .data(accessible.rows);
  rows.exit().remove();
  rows
    .enter()
    .append('tr')
    .merge(rows)
    .each(function (row) {
      for (const [nth, text] of accessible.cells(row).entries()) {
        write(this.children[nth] ?? addCell(this, nth === 0), text);
      }
      Object.assign(this.dataset, accessible.data(row));
    });
}

function addCell(row: HTMLTableRowElement, isHeading: boolean): Element {
  const cell = row.appendChild(document.createElement(isHeading ? 'th' : 'td'));
  if (isHeading) cell.setAttribute('scope', 'row');
  return cell;
}
