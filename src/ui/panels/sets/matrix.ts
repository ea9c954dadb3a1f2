/** Any number of sets as a table: a row for each member, a column for each set. */
import { partWhere } from '../../../protocol/parts.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { Drawn } from './layout.ts';

const rowHeight = 24;
const mostRows = 120;

export function drawMatrix(drawn: Drawn): void {
  const { pen, view, words, isInResult, member: touched, operand } = drawn;
  const longest = Math.max(
    40,
    ...view.members.slice(0, mostRows).map(({ member }) => textWidth(member) + 18),
  );
  const nameWidth = Math.min(pen.width * 0.38, longest, 240);
  const column = Math.min(110, (pen.width - nameWidth) / Math.max(1, view.sets.length));
  for (const [at, set] of view.sets.entries()) {
    pen.labels.push({
      id: `column:${at}`,
      x: pen.left + nameWidth + column * (at + 0.5),
      y: pen.y + 10,
      text: cutToWidth(set.key, column - 6),
      anchor: 'middle',
    });
  }
  pen.y += 24;
  const shown = view.members.slice(0, mostRows);
  for (const { member, mask } of shown) {
    const isTaken = isInResult(member, mask);
    pen.boxes.push({
      id: `member:${member}`,
      x: pen.left,
      y: pen.y + 1,
      width: nameWidth - 6,
      height: rowHeight - 4,
      shape: 'pill',
      tone: isTaken ? 'new' : 'plain',
      hot: member === touched,
      texts: [{ x: 9, y: (rowHeight - 4) / 2, text: cutToWidth(member, nameWidth - 22) }],
      says: { head: member, ...(isTaken ? { detail: words.inResult } : {}) },
      part: `members${partWhere('member', member)}.mask`,
    });
    for (const [at, set] of view.sets.entries()) {
      const has = (mask & (1 << at)) !== 0;
      pen.boxes.push({
        id: `has:${at}:${member}`,
        x: pen.left + nameWidth + column * (at + 0.5) - 9,
        y: pen.y + 2,
        width: 18,
        height: 18,
        tone: has ? 'old' : 'soft',
        hot: member === touched && at === operand,
        texts: has ? [{ x: 9, y: 9, text: '●', look: 'note', anchor: 'middle', tone: 'old' }] : [],
        says: { head: member, detail: has ? words.has(set.key) : words.hasNot(set.key) },
      });
    }
    pen.y += rowHeight;
  }
  const all = view.regions.reduce((sum, { count }) => sum + count, 0);
  if (all > shown.length) pen.note('rows-left', words.rowsLeft(all - shown.length));
  pen.y += 6;
}
