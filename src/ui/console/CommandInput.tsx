import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CommandDoc } from '../../protocol/docs.ts';
import { presentFrame } from '../../protocol/position.ts';
import { useText } from '../i18n/index.ts';
import { databaseOf } from '../session/frames.ts';
import { useActions, useSession } from '../session/hooks.ts';
import { clientsHere } from '../session/store.ts';
import { toneOf } from './client-tone.ts';
import { historyOf, keepHistory, maxFieldChars, withLine } from './history.ts';
import { type CommandWords, loadCommandWords, useCommandWords } from './learned-words.ts';
import { Who } from './ReplyLog.tsx';
import { useSubmit } from './submit.ts';

/** Longer lines, which are pasted, get no hints. */
const hintedChars = 2000;

/** Tab cycles through these; any other key accepts the shown one. */
interface Completing {
  readonly typed: string;
  readonly offers: readonly string[];
  readonly at: number;
}

interface CommandInputProps {
  readonly client: number;
  /** The log has entries of other clients, too: the prompt says whose it is. */
  readonly isNamed: boolean;
  onExit(): void;
}

/** The line being typed, with its prompt and the grey hint behind it. */
export function CommandInput({ client, isNamed, onExit }: CommandInputProps) {
  const text = useText();
  const docs = useSession((state) => state.docs);
  const words = useCommandWords(docs.length > 0);
  const { learnCommands, notify } = useActions();
  const db = useSession((state) =>
    databaseOf(state.frames, client, state.following ? presentFrame : state.position.frame),
  );
  const node = useSession((state) => clientsHere(state).find(({ id }) => id === client)?.node);
  const [line, setLine] = useState('');
  const [history, setHistory] = useState(() => historyOf(client));
  const [recalled, setRecalled] = useState<{ at: number; draft: string } | null>(null);
  const [completing, setCompleting] = useState<Completing | null>(null);
  const [caretAtEnd, setCaretAtEnd] = useState(true);
  const input = useRef<HTMLInputElement>(null);
  const submit = useSubmit(client, onExit);

  useEffect(() => keepHistory(client, history), [client, history]);

  const change = (value: string) => {
    setLine(value);
    setRecalled(null);
    setCompleting(null);
  };

  const send = (value: string) => {
    change('');
    let kept = history;
    for (const typed of value.split('\n')) kept = withLine(kept, typed);
    setHistory(kept);
    void submit(value);
  };

  const recall = (step: -1 | 1): void => {
    const from = recalled ?? { at: history.length, draft: line };
    const at = from.at + step;
    if (at < 0 || at > history.length) return;
    setRecalled({ ...from, at });
    setCompleting(null);
    setLine(at === history.length ? from.draft : history[at]);
  };

  /** Cycles through completions; false if there are none, so that Tab leaves the field. */
  const complete = (step: -1 | 1, known: readonly CommandDoc[], words: CommandWords): boolean => {
    const offers = completing?.offers ?? words.completions(known, line);
    if (offers.length === 0) return false;
    const typed = completing?.typed ?? line;
    const from = completing?.at ?? (step === 1 ? -1 : offers.length);
    const at = (from + step + offers.length) % offers.length;
    setCompleting(offers.length === 1 ? null : { typed, offers, at });
    setLine(offers.length === 1 ? `${offers[at]} ` : offers[at]);
    return true;
  };

  /** Command names have not loaded yet: ask for them, and complete unless the line has changed meanwhile. */
  const completeLater = async (step: -1 | 1): Promise<void> => {
    try {
      const [known, arrived] = await Promise.all([learnCommands(), loadCommandWords()]);
      if (input.current?.value === line) complete(step, known, arrived);
    } catch {
      notify('not-loaded');
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // A composing input method owns its keys: Enter chooses a character there.
    if (event.nativeEvent.isComposing) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Enter') {
      event.preventDefault();
      send(line);
    } else if (event.key === 'ArrowUp' && plain) {
      event.preventDefault();
      recall(-1);
    } else if (event.key === 'ArrowDown' && plain) {
      event.preventDefault();
      recall(1);
    } else if (event.key === 'Tab' && plain) {
      const step = event.shiftKey ? -1 : 1;
      if (words !== null && docs.length > 0) {
        if (complete(step, docs, words)) event.preventDefault();
      } else if (line.trim() !== '') {
        event.preventDefault();
        void completeLater(step);
      }
    } else if (event.key === 'Escape' && completing !== null) {
      event.preventDefault();
      setLine(completing.typed);
      setCompleting(null);
    } else if (event.key.toLowerCase() === 'l' && event.ctrlKey) {
      event.preventDefault();
      void submit('clear');
    } else if (event.key === 'PageUp' || event.key === 'PageDown') {
      const scroller = event.currentTarget.closest('.console-scroller');
      scroller?.scrollBy(0, (event.key === 'PageUp' ? -0.9 : 0.9) * scroller.clientHeight);
    } else if (event.key === ' ') {
      setCompleting(null);
    }
  };

  const noteCaret = () => {
    const element = input.current;
    if (element !== null) setCaretAtEnd(element.selectionStart === element.value.length);
  };

  // Nobody needs hints at the end of a longer line, and every key would parse it again.
  const isHinted = line.length <= hintedChars;
  const hint = caretAtEnd && isHinted && words !== null ? words.hintFor(docs, line) : '';
  const description = `${isNamed ? text.console.client(client) : ''} ${hint}`.trim();
  return (
    <div className="console-input-line" data-tone={isNamed ? toneOf(client) : undefined}>
      <span className="console-prompt" aria-hidden="true">
        {(isNamed || node !== undefined) && <Who client={client} node={node} />}
        {`db${db}>`}
      </span>
      <span className="console-input-field">
        <span className="console-hint" aria-hidden="true">
          <span>{isHinted ? line : ''}</span>
          {hint}
        </span>
        <input
          ref={input}
          type="text"
          aria-label={text.console.input}
          aria-description={description === '' ? undefined : description}
          value={line}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="send"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onSelect={noteCaret}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain');
            // Several lines are several commands; a line too long for the field is sent at once, too.
            if (!/[\r\n]/.test(pasted.trim()) && pasted.length <= maxFieldChars) return;
            event.preventDefault();
            const { selectionStart, selectionEnd } = event.currentTarget;
            const whole =
              line.slice(0, selectionStart ?? 0) + pasted + line.slice(selectionEnd ?? line.length);
            send(whole.replaceAll(/\r\n?/g, '\n'));
          }}
        />
      </span>
    </div>
  );
}
