import { useEffect, useRef } from 'react';
import { type Code, createCode } from './code.ts';
import type { CodeMarks } from './code-marks.ts';

export interface CodeBoxProps {
  readonly label: string;
  readonly text: string;
  readonly editable: boolean;
  readonly breakpoints: readonly number[];
  readonly marks: CodeMarks;
  readonly onChange?: (text: string) => void;
  readonly onBreakpoints: (lines: readonly number[]) => void;
  /** Carries out a key; true when it was one of the panel's. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  /** Hands out the editor, for what is done with it from outside. */
  readonly onReady?: (code: Code | null) => void;
}

/** The editor as a part of the page: React owns the element, CodeMirror its inside. */
export function CodeBox(props: CodeBoxProps) {
  const { label, text, editable, breakpoints, marks, onReady } = props;
  const host = useRef<HTMLDivElement>(null);
  const code = useRef<Code | null>(null);
  /** What is called later is always the newest. */
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const { label, text, breakpoints } = latest.current;
    const made = createCode(host.current!, {
      label,
      text,
      editable,
      breakpoints,
      changed: (next) => latest.current.onChange?.(next),
      breakpointsChanged: (lines) => latest.current.onBreakpoints(lines),
      pressed: (event) => latest.current.onKey(event),
    });
    code.current = made;
    onReady?.(made);
    return () => {
      onReady?.(null);
      made.destroy();
      code.current = null;
    };
  }, [editable, onReady]);

  useEffect(() => code.current?.setLabel(label), [label]);
  useEffect(() => code.current?.setText(text), [text]);
  useEffect(() => code.current?.setBreakpoints(breakpoints), [breakpoints]);
  // After the text: marks are of the text they stand on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text takes the marks away.
  useEffect(() => code.current?.setMarks(marks), [marks, text]);

  return <div ref={host} className="script-code" data-own-keys="" />;
}
