import { useText } from '../i18n/index.ts';
import { lessonDoor } from '../shell/lesson-door.ts';
import { CourseMap } from './CourseMap.tsx';
import './home.css';

export function LearnIndex() {
  const text = useText();
  return (
    <div className="home">
      <section className="home-hero">
        <h1>{text.shell.learn}</h1>
        <p className="home-lead">{lessonDoor === null ? text.home.noLessons : text.home.learnLead}</p>
      </section>
      <CourseMap />
    </div>
  );
}
