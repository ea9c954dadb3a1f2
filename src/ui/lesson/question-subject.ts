/** Tells the drawings what the question that the reader looks at is about. */
import { type RefObject, useEffect } from 'react';
import type { Prediction } from '../../protocol/exercise.ts';
import { splitArguments } from '../../protocol/split-arguments.ts';
import { decodeUtf8 } from '../../protocol/utf8.ts';
import { type Subject, subjectStore } from '../panels/stage/subject.ts';

/**
 * While the question is `open`, its subject is brought into sight when the question comes into sight, and when the
 * reader turns to it.
 */
export function useQuestionSubject(
  place: RefObject<HTMLElement | null>,
  { action }: Prediction,
  open: boolean,
): void {
  const line = action.type === 'command' ? action.line : '';
  useEffect(() => {
    const element = place.current;
    const names = namesIn(line);
    if (element === null || !open || names.length === 0) return;
    let subject: Subject = null;
    // A list of its own each time: a reader who has scrolled the drawing and comes back to the question is shown it again.
    const turnTo = () => {
      subject = [...names];
      subjectStore.setState({ subject });
    };
    const turnAway = () => {
      if (subjectStore.getState().subject === subject) subjectStore.setState({ subject: null });
    };
    const observer = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        if (!isIntersecting) turnAway();
        else if (subjectStore.getState().subject === null && !showsVerdict(element)) turnTo();
      },
      { threshold: 0.5 },
    );
    observer.observe(element);
    element.addEventListener('focusin', turnTo);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', turnTo);
      turnAway();
    };
  }, [place, line, open]);
}

/** The words after the command, the last first: `ZRANK board hal` is more about hal than about board. */
export function namesIn(line: string): readonly string[] {
  const words = splitArguments(line)?.map((bytes) => decodeUtf8(bytes)) ?? [];
  return words.slice(1).reverse();
}

/** The drawing still shows how a question above has ended: the reader is not done with that. */
function showsVerdict(question: HTMLElement): boolean {
  const column = question.closest('.lesson')?.parentElement;
  if (column == null) return false;
  const { top, bottom } = column.getBoundingClientRect();
  return [...column.querySelectorAll('.lesson-ask[data-done="true"] .lesson-verdict')].some((verdict) => {
    const box = verdict.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
}
