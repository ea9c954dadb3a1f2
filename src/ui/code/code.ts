/**
 * Code in CodeMirror: to read, with the next line marked, and to write. It lives in a shadow root, because only there
 * does it take its styles as sheets made by script; the page's policy forbids inline styles.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import {
  breakpointByMouse,
  breakpointLines,
  type CodeMarks,
  codeMarks,
  lineOf,
  markGutter,
  setBreakpoints,
  setMarks,
  toggleBreakpoint,
} from './code-marks.ts';
import { codeTheme } from './code-theme.ts';

export interface CodeOptions {
  readonly label: string;
  readonly text: string;
  readonly language: Extension;
  readonly editable: boolean;
  /** Whether long lines go on below instead of scrolling. */
  readonly wraps: boolean;
  /** Null if the code takes no breakpoints. */
  readonly breakpoints: readonly number[] | null;
  /** What comes into sight scrolls the box of the code, and never the page around it. For lines that wrap. */
  readonly staysInPlace?: boolean;
  changed?(text: string): void;
  /** The reader has set or removed a breakpoint, or their lines have moved. */
  breakpointsChanged(lines: readonly number[]): void;
  /** Handles a key that is not the editor's; true if it did. */
  pressed(event: KeyboardEvent): boolean;
}

export interface Code {
  setLabel(label: string): void;
  setText(text: string): void;
  setBreakpoints(lines: readonly number[]): void;
  setMarks(marks: CodeMarks): void;
  /** Toggles a breakpoint at the line of the cursor. */
  toggleHere(): void;
  goTo(line: number): void;
  cursorLine(): number;
  destroy(): void;
}

/** Weight and ink distinguish words; colours belong to what happens. */
const inks = HighlightStyle.define([
  { tag: tags.keyword, fontWeight: '650', color: 'var(--ink)' },
  { tag: [tags.standard(tags.variableName), tags.definition(tags.variableName)], color: 'var(--ink)' },
  { tag: [tags.string, tags.number], color: 'var(--ink-2)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
]);

export function createCode(host: HTMLElement, options: CodeOptions): Code {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const named = new Compartment();
  const name = (label: string): Extension =>
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      // A cursor for the arrow keys, without a keyboard that covers half of a phone.
      ...(options.editable ? {} : { inputmode: 'none', 'aria-readonly': 'true' }),
    });
  const canBreak = options.breakpoints !== null;
  /** True during a change from outside, which is not reported back. */
  let isFromOutside = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        codeMarks,
        markGutter(canBreak),
        lineNumbers(canBreak ? { domEventHandlers: breakpointByMouse } : {}),
        options.language,
        options.staysInPlace === true ? EditorView.scrollHandler.of(scrollInside) : [],
        indentUnit.of('  '),
        syntaxHighlighting(inks),
        bracketMatching(),
        drawSelection(),
        named.of(name(options.label)),
        EditorState.readOnly.of(!options.editable),
        options.wraps ? EditorView.lineWrapping : [],
        options.editable ? [history(), indentOnInput(), highlightActiveLine()] : [],
        EditorView.domEventHandlers({ keydown: (event) => options.pressed(event), beforeinput: typeOver }),
        keymap.of([...(options.editable ? historyKeymap : []), ...defaultKeymap]),
        codeTheme,
        EditorView.updateListener.of((update) => {
          if (isFromOutside) return;
          if (update.docChanged) options.changed?.(update.state.doc.toString());
          const lines = breakpointLines(update.state);
          if (!isEqual(lines, breakpointLines(update.startState))) options.breakpointsChanged(lines);
        }),
      ],
    }),
  });
  setBreakpoints(view, options.breakpoints ?? []);

  function quietly(change: () => void): void {
    isFromOutside = true;
    change();
    isFromOutside = false;
  }

  return {
    setLabel: (label) => view.dispatch({ effects: named.reconfigure(name(label)) }),
    setText(text) {
      if (view.state.doc.toString() === text) return;
      quietly(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
    },
    setBreakpoints(lines) {
      if (isEqual(lines, breakpointLines(view.state))) return;
      quietly(() => setBreakpoints(view, lines));
    },
    setMarks: (marks) => setMarks(view, marks),
    toggleHere: () => toggleBreakpoint(view, lineOf(view, view.state.selection.main.head)),
    cursorLine: () => lineOf(view, view.state.selection.main.head),
    goTo(line) {
      if (line < 1 || line > view.state.doc.lines) return;
      const { from } = view.state.doc.line(line);
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Scrolls the element around the code, whose lines wrap, so that a position is in it. */
function scrollInside(view: EditorView, { head }: { readonly head: number }): boolean {
  const box = (view.dom.getRootNode() as ShadowRoot).host;
  const { top, bottom } = view.lineBlockAt(head);
  const from = top + view.documentPadding.top;
  const to = bottom + view.documentPadding.top;
  if (from < box.scrollTop) box.scrollTop = from;
  if (to > box.scrollTop + box.clientHeight) box.scrollTop = to - box.clientHeight;
  return true;
}

/**
 * A letter typed over a selection. Browsers would copy the looks of the replaced text as an inline style, and the
 * page's policy refuses those.
 */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { state } = view;
  const isTyped = event.inputType === 'insertText' && event.data !== null && !event.isComposing;
  if (!isTyped || state.readOnly || state.selection.main.empty) return false;
  view.dispatch(
    state.update(state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true }),
  );
  return true;
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((line, nth) => line === others[nth]);
}
