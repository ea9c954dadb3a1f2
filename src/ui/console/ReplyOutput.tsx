import { useState } from 'react';
import { totalBytes } from '../../protocol/frame-replies.ts';
import type { FrameSummary } from '../../protocol/messages.ts';
import { type Printed, UNLIMITED } from '../../protocol/redis-cli.ts';
import { readReplies } from '../../protocol/resp.ts';
import { fileName, offerFile } from '../browser/files.ts';
import { formatBytes } from '../i18n/amounts.ts';
import { useText } from '../i18n/index.ts';
import { useActions } from '../session/hooks.ts';
import { linesBeyond, longLook, longLookBytes, printedBytes, printedReplies, replyTo } from './entries.ts';

/** "Show more" shows a reply up to this size as a whole, so that the button can say how much that is. */
const countedBytes = 16 * 1024;
/** More than this is no help in a clipboard. */
const copiedBytes = 16 * 1024 * 1024;

/** A frame's replies to a client: as much as a person reads, and the rest on request. */
export function ReplyOutput({ frame, client }: { frame: FrameSummary; client: number }) {
  const text = useText();
  const actions = useActions();
  const [longer, setLonger] = useState<Printed | null>(null);
  const reply = replyTo(frame, client);
  if (reply === undefined) return null;
  const first = printedReplies(frame, client);
  const shown = longer ?? first;
  if (shown.text === '') return null;
  const isError = shown.text.startsWith('(error)');
  if (!shown.isCut) return <Output text={shown.text} isError={isError} />;

  const bytes = totalBytes(reply);
  const whole = { bytes: reply.bytes, totalBytes: bytes };
  const lookLonger = async () => {
    const here = reply.cut === undefined ? whole : await actions.reply(frame.index, client, longLookBytes);
    if (here !== null) setLonger(printedBytes(frame, client, here, longLook));
  };
  if (bytes <= countedBytes && reply.cut === undefined) {
    const hidden = printedBytes(frame, client, whole, longLook).text;
    return <Output text={shown.text} isError={isError} hidden={hidden} onMore={lookLonger} />;
  }
  const copy = async () => {
    const all = await actions.reply(frame.index, client, copiedBytes);
    if (all === null) return;
    try {
      await navigator.clipboard.writeText(printedBytes(frame, client, all, UNLIMITED).text);
      actions.notify('copied');
    } catch {
      actions.notify('not-copied');
    }
  };
  const save = async () => {
    const all = await actions.reply(frame.index, client, Number.MAX_SAFE_INTEGER);
    if (all === null) return;
    const value = onlyString(all.bytes);
    if (value !== null) offerFile(value, fileName(new Date(), 'bin'));
    else {
      const { text } = printedBytes(frame, client, all, UNLIMITED);
      offerFile(new TextEncoder().encode(text), fileName(new Date(), 'txt'));
    }
  };
  return (
    <>
      <Output text={shown.text} isError={isError} />
      <div className="console-rest">
        <span className="console-note">{text.console.replySize(formatBytes(bytes))}</span>
        {longer === null && (
          <button type="button" className="button is-quiet console-more" onClick={lookLonger}>
            {text.console.showMore}
          </button>
        )}
        {bytes <= copiedBytes && (
          <button type="button" className="button is-quiet console-more" onClick={copy}>
            {text.console.copyReply}
          </button>
        )}
        <button type="button" className="button is-quiet console-more" onClick={save}>
          {text.console.saveReply}
        </button>
      </div>
    </>
  );
}

/** The value of a reply that is one string: a file should hold the value, not its printed form. */
function onlyString(bytes: Uint8Array): Uint8Array | null {
  if (bytes[0] !== 0x24) return null;
  const [reply, ...others] = readReplies(bytes);
  return others.length === 0 && reply?.type === 'string' ? reply.bytes : null;
}

interface OutputProps {
  readonly text: string;
  readonly isError: boolean;
  /** The whole text where only its beginning is shown. */
  readonly hidden?: string;
  readonly onMore?: () => void;
}

/** A text of the console; a cut one says how much is hidden. */
export function Output({ text: shown, isError, hidden, onMore }: OutputProps) {
  const text = useText();
  const lines = hidden === undefined ? 0 : linesBeyond(hidden, shown);
  const chars = (hidden?.length ?? 0) - shown.length;
  return (
    <>
      <div className={isError ? 'console-output is-error' : 'console-output'}>{shown}</div>
      {hidden !== undefined && (
        <button type="button" className="button is-quiet console-more" onClick={onMore}>
          {lines > 0 ? text.console.showHidden(lines) : text.console.showCharacters(chars)}
        </button>
      )}
    </>
  );
}
