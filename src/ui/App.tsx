import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useActiveSession } from './active-session/active-session.ts';
import type { Scene } from './active-session/scenes.ts';
import { hashOf, parseRoute, useHash } from './browser/routes.ts';
import { Question } from './controls/Dialog.tsx';
import { Home } from './home/Home.tsx';
import { useText } from './i18n/index.ts';
import { lazily } from './loading/lazily.tsx';
import { QuietBoundary } from './loading/QuietBoundary.tsx';
import { useSession } from './session/hooks.ts';
import { useDocumentTitle } from './shell/document-title.ts';
import { Faulted } from './shell/Faulted.tsx';
import { Header } from './shell/Header.tsx';
import { KeysHelp } from './shell/KeysHelp.tsx';
import { NewVersion } from './shell/NewVersion.tsx';
import { Notices } from './shell/Notices.tsx';
import { PageBoundary } from './shell/PageBoundary.tsx';
import { Silent } from './shell/Silent.tsx';
import { SkipLinks } from './shell/SkipLinks.tsx';
import { Stopped } from './shell/Stopped.tsx';
import { Unsupported } from './shell/Unsupported.tsx';
import './shell/shell.css';
import { LastChangeNotice } from './timeline/LastChangeNotice.tsx';
import { Timeline } from './timeline/Timeline.tsx';

// Only the home page is part of the first load.
const ComparePage = lazily(async () => (await import('./compare/ComparePage.tsx')).ComparePage);
const LessonPage = lazily(async () => (await import('./lesson/LessonPage.tsx')).LessonPage);
const Lab = lazily(async () => (await import('./lab/Lab.tsx')).Lab);
const LearnIndex = lazily(async () => (await import('./home/LearnIndex.tsx')).LearnIndex);
const Replaying = lazily(async () => (await import('./shell/Replaying.tsx')).Replaying);
const SafeStart = lazily(async () => (await import('./shell/SafeStart.tsx')).SafeStart);
const PartMenu = lazily(async () => (await import('./timeline/PartMenu.tsx')).PartMenu);
const CoveragePage = lazily(async () => (await import('./coverage/CoveragePage.tsx')).CoveragePage);
const EmbedPage = lazily(async () => (await import('./embed/EmbedPage.tsx')).EmbedPage);
const DrillsPage = lazily(async () => (await import('./drills/DrillsPage.tsx')).DrillsPage);
const ProgressPage = lazily(async () => (await import('./progress/ProgressPage.tsx')).ProgressPage);
const AboutPage = lazily(async () => (await import('./about/AboutPage.tsx')).AboutPage);
const InterviewPage = lazily(async () => (await import('./interview/InterviewPage.tsx')).InterviewPage);
const CheatSheetsPage = lazily(
  async () => (await import('./cheatsheets/CheatSheetsPage.tsx')).CheatSheetsPage,
);
const GlossaryPage = lazily(async () => (await import('./glossary/GlossaryPage.tsx')).GlossaryPage);
const ExplorePage = lazily(async () => (await import('./explore/ExplorePage.tsx')).ExplorePage);
const PathPage = lazily(async () => (await import('./home/PathPage.tsx')).PathPage);
const CurriculumPage = lazily(async () => (await import('./curriculum/CurriculumPage.tsx')).CurriculumPage);
const ReadingPage = lazily(async () => (await import('./reading/ReadingPage.tsx')).ReadingPage);
const GalleryPage = lazily(async () => (await import('./gallery/GalleryPage.tsx')).GalleryPage);

const LoadPage = lazily(async () => (await import('./load/LoadPage.tsx')).LoadPage);

/** Pages on which nothing moves with the server. */
const WITHOUT_TIMELINE: readonly unknown[] = [
  'learn',
  'progress',
  'interview',
  'cheatsheets',
  'reading',
  'glossary',
  'path',
  'curriculum',
  'coverage',
  'about',
  'gallery',
  'compare',
  'load',
  'explore',
];

export function App() {
  const status = useSession((state) => state.status);
  const isReplaying = useSession((state) => state.replaying !== null);
  const active = useActiveSession();
  const scene = useStore(active, (state) => state.scene);
  const asking = useStore(active, (state) => state.asking);
  const isMoving = useStore(active, (state) => state.isMoving);
  const hash = useHash();
  useEffect(() => void active.enter(hash), [active, hash]);
  const isEmbedded = parseRoute(hash).page === 'embed';
  useDocumentTitle(scene?.route ?? { page: 'home' });
  if (status === 'unsupported') return <Unsupported />;
  return (
    <div className="shell" data-page={isEmbedded ? 'embed' : (scene?.route.page ?? 'home')}>
      {!isEmbedded && <SkipLinks />}
      {!isEmbedded && <Header route={scene?.route ?? { page: 'home' }} />}
      <main className="shell-main" tabIndex={-1} inert={isMoving} aria-busy={isMoving}>
        {status === 'faulted' ? (
          <Faulted />
        ) : status === 'stopped' ? (
          <Stopped />
        ) : scene === null ? (
          <Starting />
        ) : (
          <PageBoundary key={`${scene.route.page}.${scene.key}`}>
            <Suspense fallback={<Starting />}>
              <Page scene={scene} />
            </Suspense>
          </PageBoundary>
        )}
      </main>
      {!WITHOUT_TIMELINE.includes(scene?.route.page) && (
        <footer className="shell-footer">
          <LastChangeNotice />
          <Timeline />
        </footer>
      )}
      <div className="notice-stack">
        <Silent />
        <NewVersion />
        <Notices />
      </div>
      {scene !== null && (
        <QuietBoundary>
          <PartMenu />
        </QuietBoundary>
      )}
      <KeysHelp />
      <Leaving />
      {asking !== null && (
        <PageBoundary>
          <Suspense>
            <SafeStart asking={asking} />
          </Suspense>
        </PageBoundary>
      )}
      {isReplaying && (
        <QuietBoundary>
          <Replaying />
        </QuietBoundary>
      )}
    </div>
  );
}

function Page({ scene }: { scene: Scene }) {
  const { route, restored, key } = scene;
  switch (route.page) {
    case 'lesson':
      return (
        <LessonPage
          key={`${route.lessonId}.${key}`}
          lessonId={route.lessonId}
          stepId={route.stepId ?? null}
          restored={restored}
        />
      );
    case 'learn':
      return <LearnIndex />;
    case 'drills':
      return <DrillsPage />;
    case 'progress':
      return <ProgressPage />;
    case 'lab':
      return <Lab key={key} panels={route.panels} scene={route.scene} servers={route.servers} />;
    case 'embed':
      return <EmbedPage key={key} panels={route.panels} whole={wholeOf(route)} />;
    case 'compare':
      return <ComparePage key={key} {...route} />;
    case 'coverage':
      return <CoveragePage />;
    case 'interview':
      return <InterviewPage asks={route.asks === true} />;
    case 'cheatsheets':
      return <CheatSheetsPage />;
    case 'glossary':
      return <GlossaryPage opened={route.term} />;
    case 'path':
      return <PathPage path={route.path} />;
    case 'curriculum':
      return <CurriculumPage />;
    case 'reading':
      return <ReadingPage key={route.lessonId} lessonId={route.lessonId} />;
    case 'about':
      return <AboutPage />;
    case 'gallery':
      return <GalleryPage panel={route.panel} />;
    case 'load':
      return <LoadPage scenario={route.scenario} settings={route.settings} />;
    case 'explore':
      return <ExplorePage {...route} />;
    case 'home':
      return <Home />;
  }
}

/** The address of the frame's content on the whole site, as it was when the frame was opened. */
function wholeOf({ panels, saved }: { panels: readonly string[]; saved?: string }): string {
  return hashOf(saved === undefined ? { page: 'lab', panels } : { page: 'shared', saved });
}

/** Asks before leaving a session that is too large to be put aside during a lesson. */
function Leaving() {
  const text = useText();
  const active = useActiveSession();
  const leaving = useStore(active, (state) => state.leaving);
  if (leaving === null) return null;
  return (
    <Question
      title={text.shell.leaveTitle}
      text={text.shell.leaveQuestion}
      yes={text.shell.leaveYes}
      no={text.cancel}
      onYes={() => void active.leave(true)}
      onNo={() => void active.leave(false)}
    />
  );
}

function Starting() {
  const text = useText();
  return (
    <div className="shell-starting" role="status">
      {text.shell.starting}
    </div>
  );
}
