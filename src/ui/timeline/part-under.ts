/**
 * Which part of which watch an element of a panel shows. A drawn element carries `data-part`; the focused element
 * carries the part under the keyboard's cursor as `data-cursor-part`; the place of a panel carries `data-watch`.
 */
export interface AskedPart {
  readonly watchId: string;
  readonly part: string;
  readonly element: Element;
}

export function partUnder(target: EventTarget | null): AskedPart | null {
  return asked(target, 'data-part');
}

export function cursorPart(target: EventTarget | null): AskedPart | null {
  return asked(target, 'data-cursor-part');
}

function asked(target: EventTarget | null, name: 'data-part' | 'data-cursor-part'): AskedPart | null {
  const element = target instanceof Element ? target.closest(`[${name}]`) : null;
  const part = element?.getAttribute(name);
  const watchId = element?.closest('[data-watch]')?.getAttribute('data-watch');
  return element == null || part == null || watchId == null ? null : { watchId, part, element };
}
