/**
 * The whole course, read from content/lessons. The folders are the syllabus: `<n>-<part>/<nn>-<lesson>`,
 * in the order of their numbers; nothing is registered by hand.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { CommonClaim } from '../protocol/curriculum.ts';
import type { GlossaryTerm } from '../protocol/glossary.ts';
import type { CourseIndex, Lesson, LessonEntry, PartEntry, PlannedLesson } from '../protocol/lesson.ts';
import { compileLesson } from './compile-lesson.ts';
import { readCommonClaims } from './curriculum.ts';
import { DataFile } from './data-file.ts';
import { markTerms, readGlossary } from './glossary.ts';
import { partSchema } from './lesson-schema.ts';
import { BrokenContentError, type Outline, type Problem, Source } from './problem.ts';

export interface Course {
  readonly index: CourseIndex;
  readonly lessons: readonly Lesson[];
  readonly glossary: readonly GlossaryTerm[];
  readonly commonClaims: readonly CommonClaim[];
}

const lessonsFolder = 'content/lessons';

/** Reads and compiles everything; throws one error that names all problems. */
export function readCourse(projectRoot: string): Course {
  const problems: Problem[] = [];
  const parts: PartEntry[] = [];
  const lessons: Lesson[] = [];
  const partFolders = foldersIn(projectRoot, lessonsFolder);
  const partsRead = partFolders.map((folder) => ({ folder, part: readPart(projectRoot, folder, problems) }));
  const outline = outlineOf(
    projectRoot,
    partsRead.map(({ part }) => part),
  );
  for (const { folder, part } of partsRead) {
    if (part === null) continue;
    const ofThisPart: Lesson[] = [];
    for (const lessonFolder of foldersIn(projectRoot, folder)) {
      const lesson = readLesson(projectRoot, lessonFolder, part.id, outline, problems);
      if (lesson === null) continue;
      if ([...lessons, ...ofThisPart].some((other) => other.id === lesson.id)) {
        const message = `There is a lesson "${lesson.id}" already: give this one another id.`;
        problems.push({ path: `${lessonFolder}/lesson.yaml`, line: 1, column: 1, message });
      }
      ofThisPart.push(lesson);
    }
    lessons.push(...ofThisPart);
    const numbers = foldersIn(projectRoot, folder).map(numberOf);
    parts.push({
      id: part.id,
      title: part.title,
      lessons: ofThisPart.map(entryOf),
      planned: part.planned
        .filter(({ id }) => !outline.written.has(id))
        .map(({ number, id, title }): PlannedLesson => {
          return { id, title, after: numbers.filter((other) => other < number).length };
        }),
    });
  }
  const glossary = readGlossary(projectRoot, outline, problems);
  const commonClaims = readCommonClaims(projectRoot, lessons, outline, problems);
  if (problems.length > 0) throw new BrokenContentError(problems);
  const glossaryText = JSON.stringify(glossary);
  const marked = lessons.map((lesson) => markedOnce(lesson, glossary, glossaryText));
  return { index: { parts }, lessons: marked, glossary, commonClaims };
}

/** Compiles one lesson and leaves the others alone; its terms are not marked. */
export function readOneLesson(projectRoot: string, id: string): Lesson {
  const problems: Problem[] = [];
  const partFolders = foldersIn(projectRoot, lessonsFolder);
  const parts = partFolders.map((folder) => readPart(projectRoot, folder, problems));
  const outline = outlineOf(projectRoot, parts);
  for (const [nth, partFolder] of partFolders.entries()) {
    const folder = foldersIn(projectRoot, partFolder).find((other) => idOf(other) === id);
    const part = parts[nth];
    if (folder === undefined || part === null) continue;
    const lesson = readLesson(projectRoot, folder, part.id, outline, problems);
    if (lesson !== null && problems.length === 0) return lesson;
  }
  if (problems.length > 0) throw new BrokenContentError(problems);
  throw new Error(`There is no lesson "${id}".`);
}

/** The ids of all lessons, in the order of the course, without reading them. */
export function lessonIds(projectRoot: string): string[] {
  return foldersIn(projectRoot, lessonsFolder).flatMap((folder) => foldersIn(projectRoot, folder).map(idOf));
}

function outlineOf(root: string, parts: readonly (z.output<typeof partSchema> | null)[]): Outline {
  const folders = foldersIn(root, lessonsFolder).flatMap((folder) => foldersIn(root, folder));
  return {
    written: new Map(folders.map((folder) => [idOf(folder), stepsIn(root, folder)])),
    planned: new Set(parts.flatMap((part) => part?.planned.map(({ id }) => id) ?? [])),
  };
}

/** The folders in a folder, all from the root of the project, in the order of their numbers. */
function foldersIn(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10) || (a.name < b.name ? -1 : 1))
    .map((entry) => `${folder}/${entry.name}`);
}

function numberOf(folder: string): number {
  return Number.parseInt(folder.slice(folder.lastIndexOf('/') + 1), 10);
}

/** A folder's name without its number. */
function idOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1).replace(/^\d+-/, '');
}

/** The steps of a lesson by the headings of its prose; the compiler compares them with lesson.yaml. */
function stepsIn(root: string, folder: string): string[] {
  const file = join(root, `${folder}/zh.md`);
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^## .*\{#([a-z0-9-]+)\}\s*$/gm)].map(([, id]) => id);
}

function readPart(root: string, folder: string, problems: Problem[]): z.output<typeof partSchema> | null {
  const path = `${folder}/part.yaml`;
  const text = readText(root, path, problems);
  if (text === null) return null;
  const file = new DataFile(new Source(path, text));
  const part = file.source.problems.length > 0 ? null : file.check(partSchema, file.read());
  problems.push(...file.source.problems);
  if (part !== null) compareFolderName(folder, part.id, path, problems);
  return part;
}

/** Lessons by folder, with what they were compiled from: the preview reads all of them each time one is saved. */
const compiled = new Map<string, { readonly source: string; readonly lesson: Lesson }>();
const markedLessons = new WeakMap<Lesson, { readonly glossaryText: string; readonly marked: Lesson }>();

function markedOnce(lesson: Lesson, glossary: readonly GlossaryTerm[], glossaryText: string): Lesson {
  const before = markedLessons.get(lesson);
  if (before?.glossaryText === glossaryText) return before.marked;
  const marked = markTerms(lesson, glossary);
  markedLessons.set(lesson, { glossaryText, marked });
  return marked;
}

function readLesson(
  root: string,
  folder: string,
  part: string,
  outline: Outline,
  problems: Problem[],
): Lesson | null {
  const data = readText(root, `${folder}/lesson.yaml`, problems);
  const zh = readText(root, `${folder}/zh.md`, problems);
  const en = readText(root, `${folder}/en.md`, problems);
  if (data === null || zh === null || en === null) return null;
  const source = JSON.stringify([part, data, zh, en, [...outline.written], [...outline.planned]]);
  const before = compiled.get(folder);
  try {
    const lesson =
      before?.source === source ? before.lesson : compileLesson({ folder, part, data, zh, en, outline });
    compiled.set(folder, { source, lesson });
    compareFolderName(folder, lesson.id, `${folder}/lesson.yaml`, problems);
    return lesson;
  } catch (error) {
    if (!(error instanceof BrokenContentError)) throw error;
    problems.push(...error.problems);
    return null;
  }
}

function readText(root: string, path: string, problems: Problem[]): string | null {
  const file = join(root, path);
  if (existsSync(file)) return readFileSync(file, 'utf8').replace(/\r\n/g, '\n');
  problems.push({ path, line: 1, column: 1, message: 'This file is missing: write it.' });
  return null;
}

function compareFolderName(folder: string, id: string, path: string, problems: Problem[]): void {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  if (idOf(folder) !== id || !/^\d+-/.test(name)) {
    const message = `The folder is called "${name}": call it by a number and the id, such as "01-${id}".`;
    problems.push({ path, line: 1, column: 1, message });
  }
}

function entryOf(lesson: Lesson): LessonEntry {
  const { id, part, title, prerequisites, steps, minutes, drills } = lesson;
  return { id, part, title, prerequisites, steps, minutes, drills };
}
