/** How an element is added: of 64 bits, the right ones choose a register and those beside them give the rank. */
import type { Step } from '../../../protocol/steps.ts';
import { cutToWidth, linesOf, type SheetPen, textWidth } from '../stage/pen.ts';
import type { HashBits } from './read.ts';
import type { HllWords } from './words.ts';

const height = 44;

export function drawHash(
  pen: SheetPen,
  hash: HashBits,
  steps: readonly Step[],
  step: Step | null,
  words: HllWords,
): void {
  pen.title('hash', words.hash, words.hashNote(hash.element));
  const isHash = step?.type === 'hyperloglog.hash';
  const indexWidth =
    Math.max(textWidth(hash.index, 'byte'), textWidth(words.index(hash.register), 'note')) + 16;
  const runShown = cutToWidth(hash.run, Math.max(60, pen.width - indexWidth - 80), 'byte');
  const runWidth = Math.max(textWidth(runShown, 'byte'), textWidth(words.run(hash.rank), 'note')) + 16;
  const restRoom = pen.width - indexWidth - runWidth - 8;
  const right = Math.min(pen.right, pen.left + textWidth(hash.rest, 'byte') + 16 + runWidth + indexWidth + 8);
  let x = right - indexWidth;
  const box = (id: string, width: number, bits: string, note: string, detail: string, isHot: boolean) => {
    pen.boxes.push({
      id: `bits:${id}`,
      x,
      y: pen.y,
      width,
      height,
      tone: id === 'rest' ? 'soft' : id === 'index' ? 'meta' : 'old',
      hot: isHot,
      texts: [
        { x: width / 2, y: 14, text: bits, look: 'byte', anchor: 'middle' },
        { x: width / 2, y: 31, text: note, look: 'note', anchor: 'middle' },
      ],
      says: { head: note === '' ? bits : note, detail },
    });
  };
  box('index', indexWidth, hash.index, words.index(hash.register), words.indexSays, isHash);
  x -= runWidth + 4;
  box('run', runWidth, runShown, words.run(hash.rank), words.runSays(hash.rank), isHash);
  if (restRoom > 24 && hash.rest !== '') {
    const shown = cutToWidth(hash.rest, restRoom - 14, 'byte');
    const width = Math.min(restRoom, textWidth(shown, 'byte') + 16);
    x -= width + 4;
    box('rest', width, shown, '', words.restSays, false);
  }
  pen.y += height + 8;
  drawRegister(pen, hash, steps, step, words);
  pen.y += 10;
}

/** The register before and after. */
function drawRegister(
  pen: SheetPen,
  hash: HashBits,
  steps: readonly Step[],
  step: Step | null,
  words: HllWords,
): void {
  const change = steps.findLast(
    (one) => one.type === 'hyperloglog.register' && one.register === hash.register,
  );
  if (change?.type !== 'hyperloglog.register') return;
  const { from, to } = change;
  const text = `${words.register(hash.register)}: ${from} → ${to}`;
  pen.pills(
    [
      {
        id: 'register',
        text,
        look: 'figure',
        tone: to > from ? 'new' : 'plain',
        hot: step === change,
        says: { head: text, detail: words.registerSays(from, to) },
      },
    ],
    pen.left,
    pen.right,
    24,
  );
  pen.y += 4;
  for (const [nth, line] of linesOf(words.registerSays(from, to), pen.width, 'note').entries()) {
    pen.labels.push({ id: `register:${nth}`, x: pen.left, y: pen.y + 9, text: line, look: 'note' });
    pen.y += 17;
  }
}
