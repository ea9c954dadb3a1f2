import { useEffect, useRef } from 'react';
import { partWhere } from '../../../protocol/parts.ts';
import type { ScriptView } from '../../../protocol/views-script.ts';
import { useLanguage } from '../../i18n/index.ts';
import { frameName } from './describe.ts';
import { type CallRow, type FrameRow, frameRows } from './story.ts';
import type { ScriptWords } from './words.ts';
import '../panel-side.css';

/** Calls beyond these are counted. */
const shownCalls = 40;
const shownArguments = 32;

/** The script's data at this line: arguments, variables of every function, the replies of its calls. */
export function ScriptSide(props: {
  readonly view: ScriptView;
  readonly before: ScriptView | null;
  readonly calls: readonly CallRow[];
  readonly answer: { readonly text: string; readonly line: number | null } | null;
  readonly words: ScriptWords;
}) {
  const { view, before, calls, answer, words } = props;
  const frames = frameRows(view, before);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="panel-side" aria-label={words.variables} tabIndex={0} data-own-keys="">
      {answer !== null && (
        <div className="panel-part script-part" data-bad={answer.text.startsWith('(error)')}>
          <h4>{words.reply}</h4>
          <pre className="script-reply">{answer.text}</pre>
        </div>
      )}
      {frames.map((frame, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a function may be active several times at one line.
        <Variables key={frames.length - nth} frame={frame} isInnermost={nth === 0} words={words} />
      ))}
      <Arguments view={view} words={words} />
      <Calls calls={calls} words={words} />
      {view.logLines.length > 0 && (
        <div className="panel-part script-part">
          <h4>{words.log}</h4>
          {view.logLines.map(({ text }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal.
            <pre key={nth}>{text}</pre>
          ))}
        </div>
      )}
      {view.libraries.length > 0 && (
        <div className="panel-part script-part">
          <h4>{words.libraries}</h4>
          {view.libraries.map(({ name, functions }) => (
            <p key={name} data-part={`libraries${partWhere('name', name)}`}>
              <code>{name}</code>: {functions.map((each) => each.name).join(', ')}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

function Variables(props: {
  readonly frame: FrameRow;
  readonly isInnermost: boolean;
  readonly words: ScriptWords;
}) {
  const { frame, isInnermost, words } = props;
  const language = useLanguage();
  return (
    <div className="panel-part script-part" data-innermost={isInnermost}>
      <h4>
        {frameName(frame.name, language)} <small>{words.line(frame.line)}</small>
      </h4>
      {frame.locals.length === 0 ? (
        <p className="script-none">{words.noLocals}</p>
      ) : (
        <table className="script-locals" aria-label={words.variables}>
          <tbody>
            {frame.locals.map(({ name, value, was, isNew, part }, nth) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name; their place distinguishes them.
                key={nth}
                data-local={name}
                data-changed={was !== null || isNew}
                data-part={part ?? undefined}
              >
                <th scope="row">
                  {part === null ? name : <Asked name={name} part={part} hint={words.asked} />}
                </th>
                <td>
                  <code>{value}</code>
                  {was !== null && <small>{words.was(was)}</small>}
                  {isNew && <small>{words.fresh}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** A name with "when did this last change?": a press opens the menu of the right click. */
function Asked({ name, part, hint }: Record<'name' | 'part' | 'hint', string>) {
  return (
    <button
      type="button"
      className="script-name"
      title={hint}
      aria-haspopup="menu"
      data-cursor-part={part}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        const asked = { bubbles: true, cancelable: true, clientX: left, clientY: bottom };
        currentTarget.dispatchEvent(new MouseEvent('contextmenu', asked));
      }}
    >
      {name}
    </button>
  );
}

function Arguments({ view, words }: { readonly view: ScriptView; readonly words: ScriptWords }) {
  const program = view.script?.program;
  if (program === undefined || program.keys.length + program.values.length === 0) return null;
  const rows = [
    ...program.keys.map((text, nth) => ({ name: `KEYS[${nth + 1}]`, text })),
    ...program.values.map((text, nth) => ({ name: `ARGV[${nth + 1}]`, text })),
  ];
  const isCut = program.keys.length >= shownArguments || program.values.length >= shownArguments;
  return (
    <div className="panel-part script-part">
      <h4>{words.arguments}</h4>
      <table className="script-locals">
        <tbody>
          {rows.map(({ name, text }) => (
            <tr key={name} data-local={name}>
              <th scope="row">{name}</th>
              <td>
                <code>{text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isCut && <p className="script-none">{words.more}</p>}
    </div>
  );
}

function Calls({ calls, words }: { readonly calls: readonly CallRow[]; readonly words: ScriptWords }) {
  const shown = calls.slice(-shownCalls);
  const last = useRef<HTMLLIElement>(null);
  const count = calls.length;
  const isNow = calls.at(-1)?.isNow === true;
  useEffect(() => {
    if (count > 0 && isNow) last.current?.scrollIntoView({ block: 'nearest' });
  }, [count, isNow]);
  return (
    <div className="panel-part script-part">
      <h4>{words.calls}</h4>
      {shown.length === 0 && <p className="script-none">{words.noCalls}</p>}
      {calls.length > shown.length && (
        <p className="script-none">{words.earlierCalls(calls.length - shown.length)}</p>
      )}
      <ol className="script-calls">
        {shown.map((call, nth) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: calls are only ever added at the end.
            key={calls.length - shown.length + nth}
            ref={nth === shown.length - 1 ? last : undefined}
            data-now={call.isNow}
            data-bad={call.failed}
          >
            <small>{call.line}</small>
            <code>{call.command}</code>
            <span className="script-answer">
              <span aria-hidden="true">→ </span>
              {call.reply}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
