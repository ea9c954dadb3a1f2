import { scenarios as explorable } from 'virtual:scenarios';
import type { LessonEntry } from '../../protocol/lesson.ts';
import { hashOf } from '../browser/routes.ts';
import { Icon } from '../controls/Icon.tsx';
import { InfamousCards } from '../explore/InfamousCards.tsx';
import { someInfamous } from '../explore/infamous.ts';
import { useLanguage, usePair } from '../i18n/index.ts';
import type { Pair } from '../i18n/pair.ts';
import { presets } from '../lab/nodes/presets.ts';
import { scenarios } from '../lab/scenarios.ts';
import { lessonIndex } from '../lesson/index.ts';
import { CourseMap } from './CourseMap.tsx';
import { type Door, type DoorLink, doors } from './doors.ts';
import { homeWords } from './words.ts';
import './home-below.css';

/** Where to go from here: three doors, the scenes of the lab, and the course. */
export function HomeBelow() {
  return (
    <div className="home-below">
      <Doors />
      <Scenes />
      <Infamous />
      <CourseMap />
    </div>
  );
}

function Doors() {
  const words = usePair(homeWords);
  return (
    <section aria-labelledby="home-doors-title">
      <h2 id="home-doors-title">{words.doors}</h2>
      <div className="home-doors">
        {doors.map((door) => (
          <DoorCard key={door.id} door={door} />
        ))}
      </div>
    </section>
  );
}

function DoorCard({ door }: { door: Door }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  return (
    <section className="home-door" aria-labelledby={`home-door-${door.id}`}>
      <h3 id={`home-door-${door.id}`}>{door.title[language]}</h3>
      <p>{door.about[language]}</p>
      <ol>
        {door.links.map((link) => (
          <DoorRow key={JSON.stringify(link)} link={link} />
        ))}
      </ol>
      <a className="home-door-path" href={hashOf({ page: 'path', path: door.id })}>
        {words.wholePath}
      </a>
    </section>
  );
}

function DoorRow({ link }: { link: DoorLink }) {
  const words = usePair(homeWords);
  const language = useLanguage();
  const found = targetOf(link);
  if (found === null) return null;
  return (
    <li>
      <a href={found.href}>
        <small>{words.kinds[link.to]}</small>
        <span>{found.title[language]}</span>
        <Icon name="arrow" size={14} />
      </a>
    </li>
  );
}

function targetOf(link: DoorLink): { href: string; title: LessonEntry['title'] } | null {
  switch (link.to) {
    case 'lesson': {
      const lesson = lessonIndex.parts.flatMap(({ lessons }) => lessons).find(({ id }) => id === link.id);
      return lesson === undefined
        ? null
        : { href: hashOf({ page: 'lesson', lessonId: lesson.id }), title: lesson.title };
    }
    case 'scene': {
      const scene = scenarios.find(({ id }) => id === link.id);
      return scene === undefined
        ? null
        : { href: hashOf({ page: 'lab', scene: scene.id }), title: scene.title };
    }
    case 'page':
      return { href: hashOf(link.route), title: link.title };
  }
}

const FEW = 8;

/** Orders of events that broke something: each opens where it broke. */
function Infamous() {
  const words = usePair(homeWords);
  return (
    <section aria-labelledby="home-infamous-title">
      <div className="home-way-head">
        <h2 id="home-infamous-title">{words.infamous}</h2>
        <a href={hashOf({ page: 'explore' })}>{words.toExplore}</a>
      </div>
      <InfamousCards entries={someInfamous(explorable, FEW)} />
    </section>
  );
}

/** The scenes of the lab, and its servers, one click each. */
function Scenes() {
  const words = usePair(homeWords);
  return (
    <section aria-labelledby="home-scenes-title">
      <div className="home-way-head">
        <h2 id="home-scenes-title">{words.scenes}</h2>
        <a href={hashOf({ page: 'lab' })}>{words.toLab}</a>
      </div>
      <ul className="home-scenes">
        {scenarios.map((scenario) => (
          <SceneCard key={scenario.id} {...scenario} href={hashOf({ page: 'lab', scene: scenario.id })} />
        ))}
        {presets
          .filter(({ world }) => world !== null)
          .map((preset) => (
            <SceneCard key={preset.id} {...preset} href={hashOf({ page: 'lab', servers: preset.id })} />
          ))}
      </ul>
    </section>
  );
}

function SceneCard(props: { readonly title: Pair; readonly about: Pair; readonly href: string }) {
  const { title, about, href } = props;
  const language = useLanguage();
  return (
    <li>
      <a className="home-scene" href={href}>
        <b>{title[language]}</b>
        <span className="home-scene-about">{about[language]}</span>
      </a>
    </li>
  );
}
