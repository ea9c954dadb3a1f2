import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { Question } from './controls/Dialog.tsx';
import { Home } from './home/Home.tsx';
import { useText } from './i18n/index.ts';
import { hashOf, parseRoute, useHash } from './routes.ts';
import { useSession } from './session/hooks.ts';
import { useDocumentTitle } from './shell/document-title.ts';
import { Faulted } from './shell/Faulted.tsx';
import { Header } from './shell/Header.tsx';
import { lessonDoor } from './shell/lesson-door.ts';
import { Notices } from './shell/Notices.tsx';
import { PageBoundary } from './shell/PageBoundary.tsx';
import { Unsupported } from './shell/Unsupported.tsx';
import { type Scene, useWorld } from './shell/world.ts';
import './shell/shell.css';
import { LastChangeNotice } from './timeline/LastChangeNotice.tsx';
import { Timeline } from './timeline/Timeline.tsx';

const ComparePage = lazy(async () => ({ default: (await import('./compare/ComparePage.tsx')).ComparePage }));
// Only the home page is part of the first load.
const Lab = lazy(async () => ({ default: (await import('./lab/Lab.tsx')).Lab }));
const LearnIndex = lazy(async () => ({ default: (await import('./home/LearnIndex.tsx')).LearnIndex }));
const PartMenu = lazy(async () => ({ default: (await import('./timeline/PartMenu.tsx')).PartMenu }));
const CoveragePage = lazy(async () => ({
  default: (await import('./coverage/CoveragePage.tsx')).CoveragePage,
}));
const EmbedPage = lazy(async () => ({ default: (await import('./embed/EmbedPage.tsx')).EmbedPage }));
const DrillsPage = lazy(async () => ({ default: (await import('./drills/DrillsPage.tsx')).DrillsPage }));
const ProgressPage = lazy(async () => ({
  default: (await import('./progress/ProgressPage.tsx')).ProgressPage,
}));
const GalleryPage = lazy(async () => ({ default: (await import('./gallery/GalleryPage.tsx')).GalleryPage }));

/** Pages to read: nothing on them moves with the server. */
const WITHOUT_TIMELINE: readonly unknown[] = ['learn', 'progress', 'coverage', 'gallery', 'compare'];

export function App() {
  const status = useSession((state) => state.status);
  const world = useWorld();
  const scene = useStore(world, (state) => state.scene);
  const hash = useHash();
  useEffect(() => void world.enter(hash), [world, hash]);
  const isEmbedded = parseRoute(hash).page === 'embed';
  useDocumentTitle(scene?.route ?? { page: 'home' });
  if (status === 'unsupported') return <Unsupported />;
  return (
    <div className="shell" data-page={isEmbedded ? 'embed' : (scene?.route.page ?? 'home')}>
      {!isEmbedded && <Header route={scene?.route ?? { page: 'home' }} />}
      <main className="shell-main">
        {status === 'faulted' ? (
          <Faulted />
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
      <Notices />
      {scene !== null && (
        <Suspense>
          <PartMenu />
        </Suspense>
      )}
      <Leaving />
    </div>
  );
}

function Page({ scene }: { scene: Scene }) {
  const { route, restored, key } = scene;
  switch (route.page) {
    case 'lesson':
      if (lessonDoor === null) return <LearnIndex />;
      return (
        <lessonDoor.LessonPage
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
      return <Lab key={key} panels={route.panels} />;
    case 'embed':
      return <EmbedPage key={key} panels={route.panels} whole={wholeOf(route)} />;
    case 'compare':
      return <ComparePage key={key} {...route} />;
    case 'coverage':
      return <CoveragePage />;
    case 'gallery':
      return <GalleryPage panel={route.panel} />;
    case 'home':
      return <Home />;
  }
}

/** The same on the whole site: as it was when the frame was opened. */
function wholeOf({ panels, saved }: { panels: readonly string[]; saved?: string }): string {
  return hashOf(saved === undefined ? { page: 'lab', panels } : { page: 'shared', saved });
}

/** Asked when a session is too large to be put aside while the reader looks at a lesson. */
function Leaving() {
  const text = useText();
  const world = useWorld();
  const leaving = useStore(world, (state) => state.leaving);
  if (leaving === null) return null;
  return (
    <Question
      title={text.shell.leaveTitle}
      text={text.shell.leaveQuestion}
      yes={text.shell.leaveYes}
      no={text.cancel}
      onYes={() => void world.leave(true)}
      onNo={() => void world.leave(false)}
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
