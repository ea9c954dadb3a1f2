/** How code looks. The page's style sheets do not reach into the shadow root; its custom properties do. */
import { EditorView } from '@codemirror/view';

export const codeTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--size-small)' },
  '&.cm-focused': { outline: '2px solid var(--old)', outlineOffset: '-2px', borderRadius: '8px' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontVariantLigatures: 'none',
    lineHeight: '1.65',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--line-strong) transparent',
  },
  '.cm-content': { caretColor: 'var(--ink)', padding: '6px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'var(--old-bg)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--soft)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-strong)',
  },
  // Opaque: long lines scroll behind the numbers.
  '.cm-gutters': { backgroundColor: 'var(--sheet)', color: 'var(--ink-3)', border: 'none' },
  '.can-break .cm-gutterElement, .can-break ~ .cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '24px' },
  '.mark-gutter': { width: '26px' },
  // Wrapped code stands in narrow columns.
  '.cm-scroller:has(.cm-lineWrapping) .mark-gutter': { width: '14px' },
  '.mark-gutter .cm-gutterElement': { display: 'flex', justifyContent: 'flex-end', gap: '1px' },
  '.can-break .cm-gutterElement:hover::before': { content: '"○"', color: 'var(--ink-3)', fontSize: '11px' },
  '.sign': { fontSize: '11px' },
  '.sign-breakpoint': { color: 'var(--ink)' },
  '.sign-current': { color: 'var(--hot-ink)' },
  '.sign-error': { color: 'var(--bad)' },
  '.line-current': { backgroundColor: 'var(--hot-bg)', boxShadow: 'inset 3px 0 0 var(--hot)' },
  '.line-waiting': { boxShadow: 'inset 3px 0 0 var(--line-strong)' },
  '.line-error': { backgroundColor: 'var(--bad-bg)', boxShadow: 'inset 3px 0 0 var(--bad)' },
  '.answer': {
    display: 'inline-block',
    maxWidth: '56ch',
    marginLeft: '1.5ch',
    padding: '0 6px',
    borderRadius: '6px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'pre',
    verticalAlign: 'bottom',
    color: 'var(--ink-2)',
    background: 'var(--soft)',
  },
  '.answer[data-bad="true"]': { color: 'var(--bad)', background: 'var(--bad-bg)' },
  '.answer.is-now': {
    color: 'var(--ink)',
    background: 'var(--hot-bg)',
    boxShadow: 'inset 0 0 0 1.5px var(--hot)',
  },
});
