/**
 * The screen as one standalone SVG: boxes become rectangles, words become text at the browser's position, drawings are
 * copied with their present styles, canvases become images.
 */
const SVG = 'http://www.w3.org/2000/svg';

/** The styles that a drawing uses; it has everything else as attributes already. */
const DRAWN_STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'visibility',
  'display',
  'clip-path',
  'transform',
] as const;

interface Origin {
  readonly left: number;
  readonly top: number;
}

/** An element for screen readers only, or one that pictures leave out. */
function isUnseen(element: Element, style: CSSStyleDeclaration): boolean {
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return true;
  return element.classList.contains('visually-hidden') || element.hasAttribute('data-not-in-picture');
}

function isClear(colour: string): boolean {
  return colour === 'transparent' || /^rgba\(.*, 0\)$/.test(colour);
}

function make(parent: Element, name: string, attributes: Record<string, string | number>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

const round = (value: number) => Math.round(value * 100) / 100;

class Copier {
  readonly #origin: Origin;
  readonly #definitions: Element;
  #clips = 0;

  constructor(origin: Origin, definitions: Element) {
    this.#origin = origin;
    this.#definitions = definitions;
  }

  copy(node: Node, parent: Element): void {
    if (node instanceof Text) this.#words(node, parent);
    else if (node instanceof SVGSVGElement) this.#drawing(node, parent);
    else if (node instanceof HTMLElement) this.#element(node, parent);
  }

  #element(element: HTMLElement, parent: Element): void {
    const style = getComputedStyle(element);
    if (isUnseen(element, style)) return;
    let group = parent;
    if (style.opacity !== '1') group = make(parent, 'g', { opacity: style.opacity });
    this.#box(element, style, group);
    const control = textOfControl(element);
    if (element instanceof HTMLCanvasElement) this.#canvas(element, group);
    else if (control !== null) this.#controlText(element, control, style, group);
    else this.#children(element, style, group);
  }

  #children(element: HTMLElement, style: CSSStyleDeclaration, parent: Element): void {
    const isCut = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const group = isCut ? this.#clipped(element, parent) : parent;
    for (const child of element.childNodes) this.copy(child, group);
  }

  #place(element: Element): { x: number; y: number; width: number; height: number } {
    const { left, top, width, height } = element.getBoundingClientRect();
    return {
      x: round(left - this.#origin.left),
      y: round(top - this.#origin.top),
      width: round(width),
      height: round(height),
    };
  }

  #box(element: HTMLElement, style: CSSStyleDeclaration, parent: Element): void {
    const place = this.#place(element);
    if (place.width === 0 || place.height === 0) return;
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).map((side) => ({
      width: Number.parseFloat(style[`border${side}Width`]),
      colour: style[`border${side}Color`],
      line: style[`border${side}Style`],
    }));
    const isFramed = sides.every(({ width, line }) => width > 0 && line !== 'none');
    const radius = Number.parseFloat(style.borderTopLeftRadius) || 0;
    if (isFramed || !isClear(style.backgroundColor)) {
      const inset = isFramed ? sides[0].width / 2 : 0;
      make(parent, 'rect', {
        x: place.x + inset,
        y: place.y + inset,
        width: Math.max(0, place.width - 2 * inset),
        height: Math.max(0, place.height - 2 * inset),
        rx: Math.max(0, radius - inset),
        fill: isClear(style.backgroundColor) ? 'none' : style.backgroundColor,
        ...(isFramed ? { stroke: sides[0].colour, 'stroke-width': sides[0].width, ...dashes(sides[0]) } : {}),
      });
    }
    if (isFramed) return;
    const { x, y, width, height } = place;
    const ends = [
      [x, y, x + width, y],
      [x + width, y, x + width, y + height],
      [x, y + height, x + width, y + height],
      [x, y, x, y + height],
    ];
    sides.forEach((side, nth) => {
      if (side.width === 0 || side.line === 'none' || isClear(side.colour)) return;
      const [x1, y1, x2, y2] = ends[nth];
      make(parent, 'line', {
        x1,
        y1,
        x2,
        y2,
        stroke: side.colour,
        'stroke-width': side.width,
        ...dashes(side),
      });
    });
  }

  #clipped(element: HTMLElement, parent: Element): Element {
    const id = `picture-clip-${this.#clips++}`;
    const clip = make(this.#definitions, 'clipPath', { id });
    make(clip, 'rect', this.#place(element));
    return make(parent, 'g', { 'clip-path': `url(#${id})` });
  }

  /** Each line of a text at its place and width, whatever font is available later. */
  #words(text: Text, parent: Element): void {
    if (text.parentElement === null || text.data.trim() === '') return;
    const style = getComputedStyle(text.parentElement);
    for (const line of linesOf(text)) this.#line(line.text, line.place, style, parent);
  }

  #line(text: string, place: DOMRect, style: CSSStyleDeclaration, parent: Element): void {
    const size = Number.parseFloat(style.fontSize);
    const element = make(parent, 'text', {
      x: round(place.left - this.#origin.left),
      // The approximate baseline of our fonts in a line.
      y: round(place.top - this.#origin.top + place.height / 2 + size * 0.36),
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
      textLength: round(place.width),
      lengthAdjust: 'spacingAndGlyphs',
    });
    element.textContent = style.textTransform === 'uppercase' ? text.toUpperCase() : text;
  }

  #controlText(element: HTMLElement, text: string, style: CSSStyleDeclaration, parent: Element): void {
    if (text === '') return;
    const place = this.#place(element);
    make(this.#clipped(element, parent), 'text', {
      x: place.x + Number.parseFloat(style.paddingLeft),
      y: round(place.y + place.height / 2 + Number.parseFloat(style.fontSize) * 0.36),
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
    }).textContent = text;
  }

  #drawing(drawing: SVGSVGElement, parent: Element): void {
    if (isUnseen(drawing, getComputedStyle(drawing))) return;
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    writeStyles(drawing, copy);
    const { x, y, width, height } = this.#place(drawing);
    copy.removeAttribute('style');
    for (const [name, value] of Object.entries({ x, y, width, height }))
      copy.setAttribute(name, String(value));
    if (!copy.hasAttribute('viewBox')) copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
    parent.append(copy);
  }

  #canvas(canvas: HTMLCanvasElement, parent: Element): void {
    make(parent, 'image', { ...this.#place(canvas), href: canvas.toDataURL('image/png') });
  }
}

function dashes({ line, width }: { line: string; width: number }): Record<string, string> {
  if (line === 'dashed') return { 'stroke-dasharray': `${width * 3} ${width * 2}` };
  if (line === 'dotted') return { 'stroke-dasharray': `${width} ${width}` };
  return {};
}

function textOfControl(element: HTMLElement): string | null {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? '';
  if (element instanceof HTMLInputElement) {
    return element.type === 'text' || element.type === 'number' || element.type === 'search'
      ? element.value
      : '';
  }
  return null;
}

function linesOf(text: Text): { text: string; place: DOMRect }[] {
  const range = document.createRange();
  range.selectNodeContents(text);
  const rectangles = [...range.getClientRects()];
  if (rectangles.length === 0) return [];
  if (rectangles.length === 1) return [{ text: text.data.trim(), place: rectangles[0] }];
  const lines: { text: string; place: DOMRect }[] = [];
  // A line breaks somewhere: go from character to character; a new height is a new line.
  let start = 0;
  let height: number | null = null;
  const close = (end: number) => {
    range.setStart(text, start);
    range.setEnd(text, end);
    const words = text.data.slice(start, end).trim();
    if (words !== '') lines.push({ text: words, place: range.getBoundingClientRect() });
  };
  for (let at = 0; at < text.length; at++) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const place = range.getBoundingClientRect();
    if (place.width === 0) continue;
    if (height !== null && Math.abs(place.top - height) > 2) {
      close(at);
      start = at;
    }
    height = place.top;
  }
  close(text.length);
  return lines;
}

function writeStyles(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of DRAWN_STYLES) {
    const value = style.getPropertyValue(name);
    // A transform of the drawing is an attribute and is there already.
    if (name === 'transform' && (value === 'none' || from.hasAttribute('transform'))) continue;
    if (value !== '' && value !== 'normal' && !(name === 'clip-path' && value === 'none')) {
      to.setAttribute(name, value.replaceAll('"', "'"));
    }
  }
  to.removeAttribute('class');
  for (let i = 0; i < from.children.length; i++) writeStyles(from.children[i], to.children[i]);
}

/** The element's present state, as the text of an SVG file. */
export function svgPicture(element: HTMLElement): { svg: string; width: number; height: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const root = document.createElementNS(SVG, 'svg');
  root.setAttribute('xmlns', SVG);
  root.setAttribute('width', String(round(width)));
  root.setAttribute('height', String(round(height)));
  root.setAttribute('viewBox', `0 0 ${round(width)} ${round(height)}`);
  const definitions = make(root, 'defs', {});
  new Copier({ left, top }, definitions).copy(element, root);
  return { svg: new XMLSerializer().serializeToString(root), width, height };
}

/** The same as pixels, at twice the screen's resolution. */
export async function pngPicture(element: HTMLElement, scale = 2): Promise<Uint8Array> {
  const { svg, width, height } = svgPicture(element);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the picture is too large for this browser');
  return new Uint8Array(await blob.arrayBuffer());
}
