/**
 * Which part of which watch an element of a panel shows. What is drawn carries `data-part`; what the keyboard's cursor
 * is on, the focused element carries as `data-cursor-part`; the place of a panel carries `data-watch`.
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
