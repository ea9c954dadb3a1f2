import type { Extension } from '@codemirror/state';
import { useEffect, useRef } from 'react';
import { type Code, createCode } from './code.ts';
import type { CodeMarks } from './code-marks.ts';
import './code.css';

export interface CodeBoxProps {
  readonly label: string;
  readonly text: string;
  /** Must be the same object in every rendering. */
  readonly language: Extension;
  readonly editable: boolean;
  /** Whether long lines go on below instead of scrolling: where the box is narrow and the code short. */
  readonly wraps?: boolean;
  /** Null if the code takes no breakpoints. */
  readonly breakpoints?: readonly number[] | null;
  readonly marks: CodeMarks;
  /** What comes into sight never scrolls the page. For lines that wrap. */
  readonly staysInPlace?: boolean;
  readonly onChange?: (text: string) => void;
  readonly onBreakpoints?: (lines: readonly number[]) => void;
  /** Handles a key; true if it was one of the panel's. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Receives the editor, for calls from outside. */
  readonly onReady?: (code: Code | null) => void;
}

/** The editor as a component: React owns the element, CodeMirror its inside. */
export function CodeBox(props: CodeBoxProps) {
  const {
    label,
    text,
    language,
    editable,
    wraps = false,
    breakpoints = null,
    marks,
    staysInPlace = false,
    onReady,
  } = props;
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<Code | null>(null);
  /** Later calls use the newest callbacks. */
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const { label, text, breakpoints = null } = latest.current;
    const made = createCode(host.current!, {
      label,
      text,
      language,
      editable,
      wraps,
      breakpoints,
      staysInPlace,
      changed: (next) => latest.current.onChange?.(next),
      breakpointsChanged: (lines) => latest.current.onBreakpoints?.(lines),
      pressed: (event) => latest.current.onKey(event),
    });
    code.current = made;
    onReady?.(made);
    return () => {
      onReady?.(null);
      made.destroy();
      code.current = null;
    };
  }, [language, editable, wraps, staysInPlace, onReady]);

  useEffect(() => code.current?.setLabel(label), [label]);
  useEffect(() => code.current?.setText(text), [text]);
  useEffect(() => {
    if (breakpoints !== null) code.current?.setBreakpoints(breakpoints);
  }, [breakpoints]);
  // After the text: marks belong to the text they stand on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes the marks away.
  useEffect(() => code.current?.setMarks(marks), [marks, text]);

  return <div ref={host} className="code-box" data-own-keys="" />;
}
