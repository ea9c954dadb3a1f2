import { useEffect, useRef } from 'react';
import { useText } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { unaskedSince } from './entries.ts';

const most = 99;

/** On the tab of a hidden console: how many unrequested messages came since it was last shown. */
export function UnreadBadge({ client, isOpen }: { client: number; isOpen: boolean }) {
  const text = useText();
  const frames = useSession((state) => state.frames);
  const seen = useRef(frames.length);
  useEffect(() => {
    // Another history may be shorter than the one last seen.
    if (isOpen || frames.length < seen.current) seen.current = frames.length;
  }, [isOpen, frames]);
  const count = isOpen ? 0 : unaskedSince(frames, client, seen.current);
  if (count === 0) return null;
  return (
    <span className="console-unread" title={text.console.unread(count)}>
      {count > most ? `${most}+` : count}
    </span>
  );
}
