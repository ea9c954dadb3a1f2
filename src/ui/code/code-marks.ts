/** Marks on the code: breakpoints, the next line, the line of an error, and the replies of calls. */
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  type BlockInfo,
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  WidgetType,
} from '@codemirror/view';

export interface CodeMarks {
  /** The next line to run; 0 for none. */
  readonly line: number;
  /** Lines that wait for a function they called. */
  readonly waiting: readonly number[];
  /** Lines with an error. */
  readonly errors: readonly number[];
  /** The reply to the latest call in a line. */
  readonly answers: ReadonlyMap<number, { readonly text: string; readonly isNow: boolean }>;
}

class Sign extends GutterMarker {
  readonly #sign: string;
  readonly #name: string;

  constructor(sign: string, name: string) {
    super();
    this.#sign = sign;
    this.#name = name;
  }

  override toDOM(): Node {
    const element = document.createElement('span');
    element.className = `sign sign-${this.#name}`;
    element.textContent = this.#sign;
    return element;
  }
}

const dot = new Sign('●', 'breakpoint');
const arrow = new Sign('▶', 'current');
const cross = new Sign('✕', 'error');
const spacer = new Sign('●', 'spacer');

const breakpointsSet = StateEffect.define<readonly number[]>();
const breakpointToggled = StateEffect.define<number>();
const marksSet = StateEffect.define<CodeMarks>();

/** Breakpoints keep to their lines while the text around them changes. */
const breakpointField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(old, transaction) {
    let set = old.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(breakpointsSet)) set = dotsAt(transaction.state, effect.value);
      if (effect.is(breakpointToggled)) {
        const lines = new Set(linesOf(transaction.state, set));
        if (!lines.delete(effect.value)) lines.add(effect.value);
        set = dotsAt(transaction.state, [...lines]);
      }
    }
    return set;
  },
});

function dotsAt(state: EditorState, lines: readonly number[]): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>();
  for (const line of [...lines].sort((a, b) => a - b)) {
    if (line < 1 || line > state.doc.lines) continue;
    const { from } = state.doc.line(line);
    builder.add(from, from, dot);
  }
  return builder.finish();
}

function linesOf(state: EditorState, set: RangeSet<GutterMarker>): number[] {
  const lines = new Set<number>();
  for (let cursor = set.iter(); cursor.value !== null; cursor.next()) {
    lines.add(state.doc.lineAt(Math.min(cursor.from, state.doc.length)).number);
  }
  return [...lines];
}

class Answer extends WidgetType {
  readonly #text: string;
  readonly #isNow: boolean;

  constructor(text: string, isNow: boolean) {
    super();
    this.#text = text;
    this.#isNow = isNow;
  }

  override eq(other: Answer): boolean {
    return other.#text === this.#text && other.#isNow === this.#isNow;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = this.#isNow ? 'answer is-now' : 'answer';
    element.dataset.bad = String(this.#text.startsWith('(error)'));
    element.textContent = `→ ${this.#text}`;
    element.title = this.#text;
    return element;
  }
}

interface Drawn {
  readonly decorations: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
}

const nothing: Drawn = { decorations: Decoration.none, signs: RangeSet.empty };

const markField = StateField.define<Drawn>({
  create: () => nothing,
  update(old, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(marksSet)) return drawn(transaction.state, effect.value);
    }
    if (!transaction.docChanged) return old;
    return {
      decorations: old.decorations.map(transaction.changes),
      signs: old.signs.map(transaction.changes),
    };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

function drawn(state: EditorState, { line, waiting, errors, answers }: CodeMarks): Drawn {
  const decorations = new RangeSetBuilder<Decoration>();
  const signs = new RangeSetBuilder<GutterMarker>();
  const lines = new Set([line, ...waiting, ...errors, ...answers.keys()]);
  for (const number of [...lines].sort((a, b) => a - b)) {
    if (number < 1 || number > state.doc.lines) continue;
    const { from, to } = state.doc.line(number);
    const look = errors.includes(number)
      ? 'line-error'
      : number === line
        ? 'line-current'
        : waiting.includes(number)
          ? 'line-waiting'
          : null;
    if (look !== null) decorations.add(from, from, Decoration.line({ class: look }));
    const answer = answers.get(number);
    if (answer !== undefined) {
      decorations.add(to, to, Decoration.widget({ widget: new Answer(answer.text, answer.isNow), side: 1 }));
    }
    if (look === 'line-current') signs.add(from, from, arrow);
    if (look === 'line-error') signs.add(from, from, cross);
  }
  return { decorations: decorations.finish(), signs: signs.finish() };
}

export const codeMarks: Extension = [breakpointField, markField];

export const breakpointByMouse = {
  mousedown: (view: EditorView, line: BlockInfo): boolean => {
    toggleBreakpoint(view, lineOf(view, line.from));
    return true;
  },
};

export function markGutter(canBreak: boolean): Extension {
  return gutter({
    class: canBreak ? 'mark-gutter can-break' : 'mark-gutter',
    markers: (view) => [view.state.field(breakpointField), view.state.field(markField).signs],
    initialSpacer: () => spacer,
    domEventHandlers: canBreak ? breakpointByMouse : {},
  });
}

export function lineOf(view: EditorView, position: number): number {
  return view.state.doc.lineAt(position).number;
}

export function breakpointLines(state: EditorState): readonly number[] {
  return linesOf(state, state.field(breakpointField));
}

export function setBreakpoints(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: breakpointsSet.of(lines) });
}

export function toggleBreakpoint(view: EditorView, line: number): void {
  view.dispatch({ effects: breakpointToggled.of(line) });
}

export function setMarks(view: EditorView, marks: CodeMarks): void {
  const shown = marks.line > 0 ? marks.line : (marks.errors[0] ?? 0);
  const isThere = shown >= 1 && shown <= view.state.doc.lines;
  const sight = isThere
    ? [EditorView.scrollIntoView(view.state.doc.line(shown).from, { y: 'nearest', yMargin: 36 })]
    : [];
  view.dispatch({ effects: [marksSet.of(marks), ...sight] });
}
