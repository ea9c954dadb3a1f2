import { type KeyboardEvent as ReactKeyboardEvent, useCallback, useMemo, useRef } from 'react';
import type { ScriptView } from '../../../protocol/views-script.ts';
import { CodeBox } from '../../code/CodeBox.tsx';
import type { Code } from '../../code/code.ts';
import type { CodeMarks } from '../../code/code-marks.ts';
import { luaLanguage } from '../../code/languages.ts';
import { useActions, useSession, useSessionStore } from '../../session/hooks.ts';
import { currentFrame, lastMoment } from '../../session/store.ts';
import { setBreakpointsOf } from './breakpoints.ts';
import type { Followed } from './followed.ts';
import { ScriptSide } from './ScriptSide.tsx';
import { answerOf, callRows, scriptFrameBefore } from './story.ts';
import type { Stride } from './walk.ts';
import type { ScriptWords } from './words.ts';

const strides: readonly Stride[] = ['run-back', 'back', 'into', 'over', 'out', 'run'];

const keys: Readonly<Record<string, Stride>> = {
  F8: 'run',
  'Shift F8': 'run-back',
  F10: 'over',
  'Shift F10': 'back',
  F11: 'into',
  'Shift F11': 'out',
};

/** Code at the left with the next line marked; its data at the right. */
export function Follow(props: {
  readonly view: ScriptView;
  readonly followed: Followed;
  readonly words: ScriptWords;
}) {
  const { view, followed, words } = props;
  const store = useSessionStore();
  const { seek } = useActions();
  const code = useRef<Code | null>(null);
  const frame = useSession(currentFrame);
  const { moments, moment, stops, nth, dropped, breakpoints } = followed;
  const source = view.script?.program.source ?? '';
  const isOver = view.state === 'idle' && moment >= moments.length - 1;
  const answer = isOver ? answerOf(frame) : null;
  const calls = useMemo(() => callRows(moments, moment), [moments, moment]);
  const ranIn = useSession((state) => scriptFrameBefore(state.frames, state.position.frame));

  const marks = useMemo<CodeMarks>(
    () => ({
      line: view.script?.line ?? 0,
      waiting: view.script?.frames.slice(1).map(({ line }) => line) ?? [],
      errors: answer?.line == null ? [] : [answer.line],
      answers: new Map(
        calls.map(({ line, reply, isNow }) => [line, { text: reply.replaceAll('\n', ' '), isNow }]),
      ),
    }),
    [view, answer?.line, calls],
  );

  const pressed = (event: KeyboardEvent | ReactKeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'F9') {
      code.current?.toggleHere();
      return true;
    }
    const stride = keys[event.shiftKey ? `Shift ${event.key}` : event.key];
    if (stride === undefined) return false;
    followed.go(stride);
    return true;
  };
  const ready = useCallback((made: Code | null) => {
    code.current = made;
  }, []);
  const hasRun = stops.length > 0;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its debugger keys work wherever in it the focus is.
    <div
      className="script"
      onKeyDown={(event) => {
        if (!event.defaultPrevented && pressed(event)) event.preventDefault();
      }}
    >
      <div className="script-bar" role="toolbar" aria-label={words.steps} data-not-in-picture="">
        {strides.map((stride) => (
          <button
            key={stride}
            type="button"
            className="panel-button"
            data-stride={stride}
            title={words.strideHints[stride]}
            disabled={!followed.can(stride)}
            onClick={() => followed.go(stride)}
          >
            {stride === 'run-back' && <span aria-hidden="true">◀ </span>}
            {words.strides[stride]}
            {stride === 'run' && <span aria-hidden="true"> ▶</span>}
          </button>
        ))}
        <button
          type="button"
          className="panel-button"
          title={words.breakpointHint}
          onClick={() => code.current?.toggleHere()}
        >
          <span aria-hidden="true">● </span>
          {words.breakpoint}
        </button>
        {breakpoints.length > 0 && (
          <button type="button" className="panel-button" onClick={() => setBreakpointsOf(source, [])}>
            {words.clear}
          </button>
        )}
        <output className="script-where">
          {hasRun && nth >= 0 && words.nth(nth + 1, stops.length)}
          {hasRun && dropped > 0 && stops.length >= 1000 && ` · ${words.dropped(dropped)}`}
        </output>
      </div>
      {!hasRun && (
        <p className="script-elsewhere">
          {view.state === 'idle' ? words.elsewhere : words.stillRunning}
          {ranIn !== null && (
            <button
              type="button"
              className="panel-button"
              onClick={() => seek({ frame: ranIn, moment: lastMoment })}
              disabled={ranIn === store.getState().position.frame}
            >
              {words.goToRun}
            </button>
          )}
        </p>
      )}
      <div className="script-sheet">
        <CodeBox
          label={words.codeRead}
          text={source}
          language={luaLanguage}
          editable={false}
          breakpoints={breakpoints}
          marks={marks}
          onBreakpoints={(lines) => setBreakpointsOf(source, lines)}
          onKey={pressed}
          onReady={ready}
        />
        <ScriptSide view={view} before={followed.before} calls={calls} answer={answer} words={words} />
      </div>
    </div>
  );
}
