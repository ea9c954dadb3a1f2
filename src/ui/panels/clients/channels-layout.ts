/** Channels with their subscribers, and the latest messages. */
import type { ChannelsView } from '../../../protocol/views.ts';
import { cutToWidth, type Pill, SheetPen, textWidth } from '../stage/pen.ts';
import type { Layout, Sheet } from '../stage/sheet.ts';
import { clientsWords } from './words.ts';

const shownMessages = 6;

export const layoutChannels: Layout<ChannelsView> = ({ view, step }, size, language): Sheet => {
  const words = clientsWords[language];
  const pen = new SheetPen(size.width);
  pen.title('channels', words.channels);
  for (const { kind, name, subscribers } of view.rows) {
    const isNamed = step !== null && 'channel' in step && step.channel === name;
    const isPattern = step?.type === 'pubsub.delivered' && step.pattern === name;
    const isJoined = step?.type === 'pubsub.subscribed' && step.kind === kind && step.name === name;
    const pills: Pill[] = [
      {
        id: `${kind}:${name}`,
        tone: kind === 'pattern' ? 'meta' : 'old',
        hot: isPattern || (isNamed && kind !== 'pattern') || isJoined,
        text: name,
        says: { head: `${words.kind[kind]} ${name}`, detail: words.subscribers(subscribers.length) },
        part: `rows[name=${name}].subscribers`,
      },
      ...subscribers.map(
        (client): Pill => ({
          id: `${kind}:${name}:${client}`,
          shape: 'pill',
          tone: 'plain',
          hot:
            step !== null && 'client' in step && step.client === client && (isNamed || isPattern || isJoined),
          text: words.client(client),
          look: 'figure',
          says: { head: words.client(client), detail: `${words.kind[kind]} ${name}` },
        }),
      ),
    ];
    pen.pills(pills, pen.left, pen.right);
    pen.y += 6;
  }
  drawMessages(pen, view, language);
  return pen.sheet(size.width);
};

function drawMessages(pen: SheetPen, view: ChannelsView, language: 'en' | 'zh'): void {
  const words = clientsWords[language];
  pen.y += 4;
  pen.title('messages', words.messages);
  if (view.messages.length === 0) {
    pen.note('none', words.noMessages);
    return;
  }
  const shown = view.messages.slice(-shownMessages).reverse();
  for (const [nth, { publisher, channel, message, receiverCount, atMs }] of shown.entries()) {
    const detail = words.message(publisher, channel, receiverCount);
    const room = pen.width - 16;
    const text = cutToWidth(message, room * 0.5);
    pen.boxes.push({
      id: `message:${atMs}:${view.messages.length - nth}`,
      x: pen.left,
      y: pen.y,
      width: pen.width,
      height: 24,
      tone: 'soft',
      texts: [
        { x: 8, y: 12, text },
        {
          x: pen.width - 8,
          y: 12,
          text: cutToWidth(detail, room - textWidth(text) - 12, 'note'),
          look: 'note',
          anchor: 'end',
        },
      ],
      says: { head: message, detail: detail },
    });
    pen.y += 28;
  }
}
