import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { parseRoute } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { type ExplainedKey, explainKey, keyUnder } from '../panels/explained-key.ts';
import { useSessionStore } from '../session/hooks.ts';
import { askLastChange } from './last-change.ts';
import { type AskedPart, cursorPart, partUnder } from './part-under.ts';
import { useTimelineWords } from './words.ts';
import './last-change.css';

/** A finger that rests this long opens the menu. */
const longPressMs = 550;
/** A finger that moves further than this scrolls. */
const slipPixels = 8;

interface OpenMenu extends AskedPart {
  /** The part shows this key. */
  readonly key: ExplainedKey | null;
  readonly x: number;
  readonly y: number;
}

/** A lesson has its own panels: the menu opens no others there. */
function keyToExplain(element: Element): ExplainedKey | null {
  const { page } = parseRoute(location.hash);
  return page === 'lab' || page === 'home' || page === 'shared' ? keyUnder(element) : null;
}

/** The menu of any element in a panel that names the part it shows: by right click, long press, or keyboard. */
export function PartMenu() {
  const words = useTimelineWords();
  const session = useSessionStore();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const item = useRef<HTMLButtonElement>(null);
  const before = useRef<HTMLElement | SVGElement | null>(null);

  useEffect(() => {
    let byKey = false;
    let pressed: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | null = null;
    const open = (asked: AskedPart, x: number, y: number) => {
      before.current = document.activeElement as HTMLElement | null;
      setMenu({ ...asked, key: keyToExplain(asked.element), x, y });
    };
    const endPress = () => {
      if (pressed !== null) clearTimeout(pressed.timer);
      pressed = null;
    };
    const onContextMenu = (event: MouseEvent) => {
      const asked = byKey ? cursorPart(event.target) : partUnder(event.target);
      if (asked === null || event.defaultPrevented) return;
      event.preventDefault();
      endPress();
      if (byKey) openAtCursor(asked);
      else open(asked, event.clientX, event.clientY);
    };
    const openAtCursor = (asked: AskedPart) => {
      const box = asked.element.getBoundingClientRect();
      open(asked, box.left + Math.min(box.width / 2, 160), box.top + Math.min(box.height / 2, 120));
    };
    const onKeyDown = (event: KeyboardEvent) => {
      byKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (event.defaultPrevented || event.key.toLowerCase() !== 'w' || !isPlain) return;
      const asked = cursorPart(event.target);
      if (asked === null) return;
      event.preventDefault();
      void askLastChange(session, asked.watchId, asked.part);
    };
    const onPointerDown = (event: PointerEvent) => {
      byKey = false;
      endPress();
      const asked = event.pointerType === 'touch' ? partUnder(event.target) : null;
      if (asked === null) return;
      const { clientX: x, clientY: y } = event;
      pressed = { timer: setTimeout(() => open(asked, x, y), longPressMs), x, y };
    };
    const onPointerMove = (event: PointerEvent) => {
      if (pressed !== null && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > slipPixels)
        endPress();
    };
    document.addEventListener('contextmenu', onContextMenu);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('pointermove', onPointerMove);
    document.addEventListener('pointerup', endPress);
    document.addEventListener('pointercancel', endPress);
    return () => {
      endPress();
      document.removeEventListener('contextmenu', onContextMenu);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('pointermove', onPointerMove);
      document.removeEventListener('pointerup', endPress);
      document.removeEventListener('pointercancel', endPress);
    };
  }, [session]);

  useEffect(() => {
    if (menu === null) return;
    item.current?.focus();
    const outside = (event: PointerEvent) => {
      if (!(event.target instanceof Element) || event.target.closest('.part-menu') === null) setMenu(null);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [menu]);

  if (menu === null) return null;
  const close = () => {
    setMenu(null);
    before.current?.focus();
  };
  return (
    <div
      className="part-menu"
      role="menu"
      aria-label={words.ask}
      tabIndex={-1}
      style={{ '--x': `${menu.x}px`, '--y': `${menu.y}px` } as CSSProperties}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
          const by = event.key === 'ArrowDown' ? 1 : -1;
          const at = items.indexOf(document.activeElement as HTMLElement);
          items[(at + by + items.length) % items.length]?.focus();
          event.preventDefault();
        }
        if (event.key === 'Escape' || event.key === 'Tab') {
          event.preventDefault();
          event.stopPropagation();
          close();
        }
      }}
    >
      <button
        ref={item}
        type="button"
        role="menuitem"
        className="menu-item"
        onClick={() => {
          close();
          void askLastChange(session, menu.watchId, menu.part);
        }}
      >
        <Icon name="clock" size={16} />
        {words.ask}
        <kbd>{words.askHint}</kbd>
      </button>
      {menu.key !== null && (
        <button
          type="button"
          role="menuitem"
          className="menu-item"
          onClick={() => {
            close();
            if (menu.key !== null) explainKey(menu.key, parseRoute(location.hash));
          }}
        >
          <Icon name="arrow" size={16} />
          {words.explainKey}
        </button>
      )}
    </div>
  );
}
