/** What stands on the card of a node. */
import type { TopologyNode } from '../../../protocol/views.ts';
import type { Language } from '../../i18n/language.ts';
import { cutToWidth, textWidth } from '../stage/pen.ts';
import type { BoxMark, TextMark, Tone } from '../stage/sheet.ts';
import { describeNode } from './describe.ts';
import type { Place } from './ring.ts';
import { formatMs, nameOf, topologyWords } from './words.ts';

interface Line {
  readonly text: string;
  readonly tone?: Tone;
  readonly look?: TextMark['look'];
}

const PADDING = 9;
const FIRST_LINE = 21;
const LINE_HEIGHT = 16;
const SEPARATOR = ' · ';

export function cardHeight(lines: number): number {
  return FIRST_LINE + lines * LINE_HEIGHT + 12;
}

/** The lines below the name. */
export function cardLines(
  node: TopologyNode,
  width: number,
  isBrief: boolean,
  language: Language,
): readonly Line[] {
  const words = topologyWords[language];
  const room = width - 2 * PADDING;
  const lines: Line[] = [];
  const quiet = (facts: readonly string[]) => lines.push(...wrapped(facts, room).map((text) => ({ text })));
  const loud = (text: string) => lines.push({ text: cutToWidth(text, room, 'note'), tone: 'bad' });
  const address = `${node.host}:${node.port}`;
  const hasRole = node.role !== null || node.isSentinel;
  const role = words.roles[node.role ?? 'sentinel'];
  const whole = roleText(node, language);
  if (isBrief && hasRole) quiet([role]);
  else if (hasRole) quiet([textWidth(whole, 'note') <= room ? whole : role, address]);
  else quiet([address]);
  if (node.state === 'down') loud(`✕ ${words.states.down}`);
  if (node.state === 'frozen') loud(`❄ ${words.states.frozen}`);
  if (node.unread > 0) loud(words.unread(node.unread));
  if (node.clusterIsOk === false) loud(`✕ ${words.clusterFails}`);
  if (node.link !== null && node.link !== 'connected') loud(words.link(node.link));
  if (isBrief) return lines;
  const facts: string[] = [];
  if (node.keys !== null) facts.push(words.keys(node.keys));
  if (node.offset !== null) facts.push(words.offset(node.offset));
  if (node.epoch !== null) facts.push(words.epoch(node.epoch));
  if (node.slots !== null && node.role === 'master') facts.push(words.slots(node.slots));
  quiet(facts);
  const clock = clockText(node, language);
  if (clock !== null) lines.push({ text: cutToWidth(clock, room, 'note'), tone: 'meta' });
  return lines;
}

export function roleText({ role, isCluster, isSentinel }: TopologyNode, language: Language): string {
  const { inCluster, roles, roleless } = topologyWords[language];
  const known = role === null ? (isSentinel ? roles.sentinel : roleless) : roles[role];
  return isCluster ? `${known} (${inCluster})` : known;
}

/** Null while it goes with the world's time. */
export function clockText({ clockOffsetMs, clockRate }: TopologyNode, language: Language): string | null {
  const offset = Math.round(clockOffsetMs);
  if (offset === 0 && clockRate === 1) return null;
  return topologyWords[language].clock(`${offset < 0 ? '−' : '+'}${formatMs(Math.abs(offset))}`, clockRate);
}

function wrapped(facts: readonly string[], room: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const together = last === undefined ? fact : `${last}${SEPARATOR}${fact}`;
    if (last !== undefined && textWidth(together, 'note') <= room) lines[lines.length - 1] = together;
    else lines.push(cutToWidth(fact, room, 'note'));
  }
  return lines;
}

/** The numbers of its consoles, or that there are some, as there is room: the name counts more. */
function consoleText({ consoles }: TopologyNode, room: number): string {
  if (consoles.length === 0) return '';
  const all = `>_ ${consoles.join(' ')}`;
  if (textWidth(all, 'byte') <= room) return all;
  return textWidth('>_', 'byte') <= room ? '>_' : '';
}

const TONES = { master: 'old', replica: 'new', sentinel: 'meta' } as const;

export function toneOf({ role, state }: TopologyNode): Tone {
  if (state === 'down' || role === null) return 'ghost';
  return state === 'frozen' ? 'soft' : TONES[role];
}

export function drawCard(
  node: TopologyNode,
  place: Place,
  isHot: boolean,
  isChosen: boolean,
  isBrief: boolean,
  language: Language,
): BoxMark {
  const lines = cardLines(node, place.width, isBrief, language);
  const room = place.width - 2 * PADDING;
  const console = consoleText(node, room - textWidth(nameOf(node), 'title') - 8);
  const beside = console === '' ? 0 : textWidth(console, 'byte') + 8;
  const texts: TextMark[] = [
    {
      x: PADDING,
      y: 16,
      text: cutToWidth(`${isChosen ? '▸ ' : ''}${nameOf(node)}`, room - beside, 'title'),
      look: 'title',
    },
    ...lines.map(
      ({ text, tone }, at): TextMark => ({
        x: PADDING,
        y: FIRST_LINE + LINE_HEIGHT * at + 14,
        text,
        look: 'note',
        ...(tone === undefined ? {} : { tone }),
      }),
    ),
  ];
  if (console !== '')
    texts.push({ x: place.width - PADDING, y: 16, text: console, look: 'byte', anchor: 'end', tone: 'soft' });
  const { x, y, width, height } = place;
  return {
    id: `node:${node.node}`,
    x,
    y,
    width,
    height,
    tone: toneOf(node),
    hot: isHot,
    texts,
    says: { head: nameOf(node), detail: describeNode(node, language) },
    part: `nodes[node=${node.node}]`,
    picks: `node:${node.node}`,
  };
}
