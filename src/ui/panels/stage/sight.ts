/** Scrolls important things into sight, and finds a place for the note beside its thing. */
import { grownBox, growthOf } from './growth.ts';
import type { Box, Said } from './sheet.ts';

const margin = 8;

/** `covered` is the height at the top that does not scroll. */
export function bringIntoSight(root: HTMLElement, place: Box, smooth: boolean, covered = 0): void {
  const grown = growthOf(root);
  const box = grownBox(place, grown);
  const outsideX =
    box.x < root.scrollLeft ||
    box.x + Math.min(box.width, root.clientWidth) > root.scrollLeft + root.clientWidth;
  const outsideY =
    box.y - margin < root.scrollTop + covered * grown ||
    box.y + Math.min(box.height, root.clientHeight - margin) + margin > root.scrollTop + root.clientHeight;
  const canX = root.scrollWidth > root.clientWidth;
  const canY = root.scrollHeight > root.clientHeight;
  if (!(outsideX && canX) && !(outsideY && canY)) return;
  root.scrollTo({
    left: outsideX ? box.x - (root.clientWidth - box.width) / 2 : root.scrollLeft,
    top: outsideY ? box.y - (root.clientHeight - box.height) / 2 : root.scrollTop,
    behavior: smooth ? 'smooth' : 'instant',
  });
}

export function fillTip(tip: HTMLElement, { head, detail }: Said, ...more: readonly string[]): void {
  const title = document.createElement('b');
  title.textContent = head;
  tip.replaceChildren(title);
  for (const text of [detail ?? '', ...more]) {
    if (text === '') continue;
    const rest = document.createElement('span');
    rest.textContent = text;
    tip.append(rest);
  }
}

/** Above the thing if there is room, below otherwise; never past the edges. */
export function placeTip(root: HTMLElement, tip: HTMLElement, place: Box): void {
  const box = grownBox(place, growthOf(root));
  tip.hidden = false;
  const middle = box.x + box.width / 2 - root.scrollLeft;
  const left = Math.min(middle - tip.offsetWidth / 2, root.clientWidth - tip.offsetWidth);
  const above = box.y - root.scrollTop - tip.offsetHeight - margin;
  const top = above >= 0 ? above : box.y - root.scrollTop + box.height + margin;
  tip.style.left = `${root.offsetLeft + Math.max(0, left)}px`;
  tip.style.top = `${root.offsetTop + Math.max(0, top)}px`;
}
