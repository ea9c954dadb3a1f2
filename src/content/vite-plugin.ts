/**
 * Gives the page its lessons as plain modules: `virtual:lessons` holds the table of contents and a loader, and
 * each lesson is a chunk of its own, fetched when it is opened. Markdown and YAML stay in the build.
 */
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { closingsOf } from '../protocol/closing.ts';
import { type Course, readCourse } from './course.ts';
import { commonClaimsPath, curriculumOf } from './curriculum.ts';
import { glossaryPath } from './glossary.ts';
import { BrokenContentError } from './problem.ts';
import { searchEntries } from './search-entries.ts';

const indexName = 'virtual:lessons';
const lessonPrefix = 'virtual:lessons/';
/** What pages collect from all lessons: each is a chunk of its own. */
const collections: Readonly<Record<string, (course: Course) => unknown>> = {
  'virtual:lesson-closings': ({ lessons }) => closingsOf(lessons),
  'virtual:lesson-leads': ({ lessons }) => Object.fromEntries(lessons.map(({ id, lead }) => [id, lead])),
  'virtual:glossary': ({ glossary }) => glossary,
  'virtual:search-entries': searchEntries,
  'virtual:curriculum': curriculumOf,
};
/** Says to other plugins that the module is no file. */
const mark = '\0';

export function lessons(): Plugin {
  let root = '.';
  let course: Course | null = null;
  const current = (): Course => {
    course ??= readCourse(root);
    return course;
  };
  const sources = ['content/lessons', glossaryPath, commonClaimsPath];
  const isContent = (file: string) =>
    sources.some((source) => !relative(join(root, source), file).startsWith('..'));

  return {
    name: 'rediscope:lessons',
    configResolved(config) {
      root = config.root;
    },
    configureServer(server) {
      server.watcher.add(sources.map((source) => join(root, source)));
      // New and removed folders belong to no module yet.
      const reread = (file: string) => {
        if (!isContent(file)) return;
        course = null;
        for (const module of server.moduleGraph.idToModuleMap.values()) {
          if (isOurs(module.id ?? '')) server.moduleGraph.invalidateModule(module);
        }
        try {
          current();
          server.ws.send({ type: 'full-reload' });
        } catch (error) {
          if (!(error instanceof BrokenContentError)) throw error;
          server.config.logger.error(error.message, { timestamp: true });
          server.ws.send({ type: 'error', err: overlayOf(error) });
        }
      };
      server.watcher.on('add', reread);
      server.watcher.on('change', reread);
      server.watcher.on('unlink', reread);
    },
    resolveId(id) {
      return isOurs(mark + id) ? mark + id : null;
    },
    load(id) {
      if (!isOurs(id)) return null;
      try {
        const collected = collections[id.slice(mark.length)];
        if (collected !== undefined) return `export default ${literal(collected(current()))};`;
        if (id === mark + indexName) return indexModule(current());
        return lessonModule(current(), id.slice((mark + lessonPrefix).length));
      } catch (error) {
        if (!(error instanceof BrokenContentError)) throw error;
        const [first] = error.problems;
        this.error({
          message: error.message,
          loc: { file: first.path, line: first.line, column: first.column },
        });
      }
    },
  };
}

function isOurs(id: string): boolean {
  const names = [indexName, ...Object.keys(collections)];
  return names.some((name) => id === mark + name) || id.startsWith(mark + lessonPrefix);
}

function indexModule({ index, lessons }: Course): string {
  const loaders = lessons.map(
    ({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(lessonPrefix + id)}),`,
  );
  return [
    `export const course = ${literal(index)};`,
    `const loaders = {`,
    ...loaders,
    `};`,
    `export async function loadLesson(id) {`,
    `  return Object.hasOwn(loaders, id) ? (await loaders[id]()).default : null;`,
    `}`,
  ].join('\n');
}

function lessonModule({ lessons }: Course, id: string): string {
  const lesson = lessons.find((other) => other.id === id);
  if (lesson === undefined) throw new Error(`there is no lesson '${id}'`);
  return `export default ${literal(lesson)};`;
}

/** A value as a script may hold it; parsing a string is faster than parsing source of the same length. */
function literal(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

function overlayOf(error: BrokenContentError) {
  const [{ path, line, column }] = error.problems;
  return {
    message: error.message,
    stack: '',
    plugin: 'rediscope:lessons',
    id: path,
    loc: { file: path, line, column },
  };
}
