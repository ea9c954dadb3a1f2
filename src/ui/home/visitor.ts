/** Notices the visitor while the show has the stage: what they type goes to the prompt, and a click stops the show. */

export interface VisitorListener {
  /** They clicked somewhere: the show stands still. */
  stop(): void;
  /** They type, or go to the console: the stage is theirs. */
  takeOver(): void;
}

/** Parts of the page that use letters themselves. */
const typedInto = 'input, textarea, select, [contenteditable], dialog';
/** The controls of the show do not end it. */
const controls = '[data-show-control]';

function prompt(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>('.home-console .console-input-field input');
}

/** They are at the prompt, or have left something there. */
export function isTyping(): boolean {
  const field = prompt();
  return field !== null && (field === document.activeElement || field.value !== '');
}

export function listenToVisitor({ stop, takeOver }: VisitorListener): () => void {
  const at = (event: Event) => (event.target instanceof Element ? event.target : null);

  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = at(event);
    if (target?.closest('.home-console') && target.closest('input')) {
      if (event.key.length === 1) takeOver();
      return;
    }
    if (!/^[a-z0-9]$/i.test(event.key) || target?.closest(typedInto)) return;
    const field = prompt();
    if (field === null) return;
    // The letter has no other meaning now, and goes where the focus is when the key has been heard.
    event.stopPropagation();
    field.focus();
    takeOver();
  };
  /**
   * Typed in any other way, such as pasted or composed. Heard after the field itself has heard it: a page that is drawn
   * anew before that would put back the text it knows.
   */
  const onInput = (event: Event) => {
    if (at(event)?.closest('.home-console')) takeOver();
  };
  const onPointer = (event: Event) => {
    // A finger that comes down may only want to scroll: it has clicked when it is lifted.
    if (event.type === 'pointerdown' && (event as PointerEvent).pointerType === 'touch') return;
    const target = at(event);
    if (target?.closest(controls)) return;
    if (target?.closest('.home-console')) takeOver();
    else stop();
  };

  addEventListener('keydown', onKey, true);
  addEventListener('input', onInput);
  addEventListener('pointerdown', onPointer, true);
  addEventListener('click', onPointer, true);
  return () => {
    removeEventListener('keydown', onKey, true);
    removeEventListener('input', onInput);
    removeEventListener('pointerdown', onPointer, true);
    removeEventListener('click', onPointer, true);
  };
}
