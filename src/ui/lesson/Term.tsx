import { useEffect, useId, useRef, useState } from 'react';
import type { GlossaryTerm } from '../../protocol/glossary.ts';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import './term.css';
import { lessonWords } from './words.ts';

/** How long the pointer rests on a word before its note opens, and stays away before it closes. */
const HOVER_MS = 250;
const MARGIN_PX = 8;

/** A word of the glossary. Its note opens under a resting pointer, and by click, tap or Enter. */
export function Term({ id, text }: { id: string; text: string }) {
  const words = usePair(lessonWords);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const around = useRef<HTMLSpanElement>(null);
  const noteId = useId();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (!around.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const openSoon = (open: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), HOVER_MS);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard.
    <span
      ref={around}
      className="lesson-term-around"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && openSoon(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && openSoon(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
      }}
      onBlur={({ relatedTarget }) => {
        if (!around.current?.contains(relatedTarget as Node | null)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="lesson-term"
        aria-expanded={isOpen}
        aria-controls={isOpen ? noteId : undefined}
        title={isOpen ? undefined : words.explain}
        onClick={() => {
          clearTimeout(timer.current);
          setOpen(!isOpen);
        }}
      >
        {text}
      </button>
      {isOpen && <Note id={noteId} termId={id} />}
    </span>
  );
}

function Note({ id, termId }: { id: string; termId: string }) {
  const words = usePair(lessonWords);
  const language = useLanguage();
  const [term, setTerm] = useState<GlossaryTerm | null | undefined>(undefined);
  const note = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isGone = false;
    import('virtual:glossary').then(
      ({ default: glossary }) => !isGone && setTerm(glossary.find((one) => one.id === termId) ?? null),
      () => !isGone && setTerm(null),
    );
    return () => {
      isGone = true;
    };
  }, [termId]);
  // Beside the word wherever there is room, and always whole on the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its size changes with its text.
  useEffect(() => {
    const sheet = note.current;
    const word = sheet?.previousElementSibling?.getBoundingClientRect();
    if (sheet === null || word === undefined) return;
    const { offsetWidth: width, offsetHeight: height } = sheet;
    const right = innerWidth - width - MARGIN_PX;
    const below = word.bottom + 4;
    sheet.style.left = `${Math.max(MARGIN_PX, Math.min(word.left, right))}px`;
    sheet.style.top = `${below + height + MARGIN_PX > innerHeight ? word.top - height - 4 : below}px`;
  }, [term]);
  const other = language === 'zh' ? 'en' : 'zh';
  return (
    <span ref={note} id={id} className="lesson-term-note" role="note" aria-live="polite">
      {term === undefined ? (
        words.loadingTerm
      ) : term === null ? (
        words.noTerm
      ) : (
        <>
          <b>
            {term.words[language].term}
            {term.words[other].term !== term.words[language].term && (
              <i lang={other}>{term.words[other].term}</i>
            )}
          </b>
          <span>{term.words[language].text}</span>
          <span className="lesson-term-links">
            {term.lesson !== null && (
              <a
                href={hashOf({
                  page: 'lesson',
                  lessonId: term.lesson.id,
                  stepId: term.lesson.step ?? undefined,
                })}
              >
                {words.termLesson}
              </a>
            )}
            <a href={hashOf({ page: 'glossary', term: termId })}>{words.toGlossary}</a>
          </span>
        </>
      )}
    </span>
  );
}
