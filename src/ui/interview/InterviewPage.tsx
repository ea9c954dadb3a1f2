import closings from 'virtual:lesson-closings';
import { useState } from 'react';
import { hashOf } from '../browser/routes.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import { lessonIndex } from '../lesson/index.ts';
import '../lesson/lesson.css';
import { Blocks } from '../lesson/Prose.tsx';
import { Answer } from './Answer.tsx';
import { AskMode } from './AskMode.tsx';
import './interview.css';
import { questionGroups } from './questions.ts';
import { interviewWords } from './words.ts';

/** Every interview question of the course: as a list to read, or asked one at a time. */
export function InterviewPage({ asks }: { asks: boolean }) {
  const words = usePair(interviewWords);
  const groups = questionGroups(lessonIndex, closings);
  const all = groups.flatMap(({ questions }) => questions);
  return (
    <div className="interview-page">
      <header className="interview-head">
        <div>
          <h1>{words.title}</h1>
          <p>{asks ? words.askLead : words.lead(all.length)}</p>
        </div>
        {all.length > 0 && (
          <a
            className={asks ? 'button' : 'button is-primary'}
            href={hashOf(asks ? { page: 'interview' } : { page: 'interview', asks: true })}
          >
            {asks ? words.list : words.ask}
          </a>
        )}
      </header>
      {all.length === 0 ? (
        <p className="interview-none">{words.none}</p>
      ) : asks ? (
        <AskMode all={all} />
      ) : (
        <QuestionList groups={groups} />
      )}
    </div>
  );
}

function QuestionList({ groups }: { groups: ReturnType<typeof questionGroups> }) {
  const words = usePair(interviewWords);
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button is-quiet interview-fold" onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.closeAll : words.openAll}
      </button>
      {groups.map(({ part, questions }) => (
        <section key={part.id} aria-labelledby={`interview-${part.id}`}>
          <h2 id={`interview-${part.id}`}>{part.title[language]}</h2>
          <ul className="interview-list">
            {questions.map((asked) => (
              <li key={asked.key}>
                {/* Folding all must also fold those that were opened one by one. */}
                <details key={String(isOpen)} className="interview-question" open={isOpen}>
                  <summary>
                    <span className="interview-asked">
                      <Blocks blocks={asked.question.words[language].question} />
                    </span>
                    <small>{asked.lesson.title[language]}</small>
                  </summary>
                  <Answer asked={asked} />
                </details>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
