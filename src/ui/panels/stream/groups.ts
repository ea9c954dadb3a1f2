/** Consumer groups: one to choose from all, its list of pending entries, and a lane for each consumer. */
import { partWhere } from '../../../protocol/parts.ts';
import type { StreamGroupView, StreamView } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, type Pill, type SheetPen } from '../stage/pen.ts';
import type { Box } from '../stage/sheet.ts';
import { duration } from './ids.ts';
import type { Touched } from './touched.ts';
import type { StreamWords } from './words.ts';

const laneGap = 10;
/** From this width on names before the lanes have more room. */
const wideFrom = 480;
const nameWidths = { wide: 150, narrow: 104 };

export function drawGroups(
  pen: SheetPen,
  view: StreamView,
  hot: Touched,
  words: StreamWords,
  language: Language,
): Box | null {
  pen.title(
    'groups',
    words.groups,
    view.groupCount === 0 ? words.noGroups : words.groupsNote(view.groupCount),
  );
  const { shown } = view;
  if (shown === null) return null;
  pen.pills(groupPills(view, hot, words), pen.left, pen.right, 26);
  pen.y += 8;
  const chosen = view.groups.find(({ address }) => address === shown.address);
  if (chosen !== undefined) pen.note('group', words.groupSays(chosen.lastId, chosen.entriesRead, chosen.lag));
  pen.y += laneGap;
  const pel: Pill[] = shown.pending.map(({ id, consumer }) => ({
    id: `pel:${id}`,
    text: id,
    look: 'byte',
    tone: 'meta',
    hot: hot.pending === id && hot.group === shown.address,
    says: words.pelSays(id, consumer),
    part: `shown.pending${partWhere('id', id)}{id,consumer}`,
  }));
  const hidden = (chosen?.pending ?? 0) - shown.pending.length;
  if (hidden > 0) pel.push({ id: 'pel:more', text: words.morePending(hidden), look: 'note', tone: 'ghost' });
  lane(pen, 'pel', words.pel, chosen, pel, words.nothingPending, false);
  let focus: Box | null = null;
  for (const consumer of shown.consumers) {
    const pills: Pill[] = shown.pending
      .filter(({ consumer: owner }) => owner === consumer.name)
      .map(({ id, address, deliveries, deliveryTimeMs, isGone }) => {
        const idle = duration(view.nowMs - deliveryTimeMs, language);
        const note = words.nackSays(id, deliveries, idle);
        return {
          id: `nack:${address}`,
          text: `${id} ×${deliveries}${isGone ? ` ${words.gone1}` : ''}`,
          look: 'byte',
          tone: isGone ? 'bad' : 'old',
          shape: 'pill',
          hot: hot.pending === id && hot.group === shown.address,
          says: isGone ? { head: note.head, detail: `${note.detail}. ${words.nackGone}` } : note,
          part: `shown.pending${partWhere('id', id)}{consumer,deliveries}`,
        };
      });
    const isHot = hot.consumer === consumer.name && hot.group === shown.address;
    const seen = duration(view.nowMs - consumer.seenTimeMs, language);
    const says = words.consumerSays(consumer.name, consumer.pending, seen);
    lane(
      pen,
      `consumer:${consumer.name}`,
      consumer.name,
      undefined,
      pills,
      words.nothingPending,
      isHot,
      says,
    );
  }
  if (shown.consumers.length === 0) pen.note('none', words.noConsumers);
  for (const box of pen.boxes) {
    if (box.hot === true && /^(nack|consumer):/.test(box.id)) focus = box;
  }
  return focus;
}

function groupPills(view: StreamView, hot: Touched, words: StreamWords): Pill[] {
  const pills: Pill[] = view.groups.map((group) => ({
    id: `group:${group.address}`,
    text: `${words.groupText(group.name, group.pending)} · ${words.lag(group.lag)}`,
    look: 'figure',
    tone: group.address === view.shown?.address ? 'old' : 'soft',
    hot: hot.group === group.address && hot.pending === null && hot.consumer === null,
    says: { head: group.name, detail: words.groupSays(group.lastId, group.entriesRead, group.lag) },
    part: `groups${partWhere('address', group.address)}`,
    picks: `group:${group.address}`,
  }));
  const more = view.groupCount - view.groups.length;
  if (more > 0) pills.push({ id: 'groups:more', text: words.moreGroups(more), look: 'note', tone: 'ghost' });
  return pills;
}

function lane(
  pen: SheetPen,
  id: string,
  name: string,
  group: StreamGroupView | undefined,
  pills: readonly Pill[],
  nothing: string,
  hot: boolean,
  says = { head: name, detail: group === undefined ? undefined : String(group.pending) },
): void {
  const nameWidth = pen.width >= wideFrom ? nameWidths.wide : nameWidths.narrow;
  const top = pen.y;
  pen.boxes.push({
    id,
    x: pen.left,
    y: top,
    width: nameWidth - 10,
    height: 22,
    tone: 'soft',
    hot,
    texts: [
      { x: 8, y: 11, text: cutToWidth(name, nameWidth - 26), look: group === undefined ? 'name' : 'note' },
    ],
    says,
  });
  const x = pen.left + nameWidth;
  if (pills.length === 0) {
    pen.labels.push({ id: `${id}:none`, x, y: pen.y + 11, text: nothing, look: 'note' });
    pen.y += 22;
  } else {
    pen.pills(pills, x, pen.right);
  }
  pen.y += laneGap;
}
