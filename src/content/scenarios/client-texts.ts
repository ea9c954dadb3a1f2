/**
 * The same program for client libraries, beside its Lua file: `unlock.lua`, `unlock.mjs` with ioredis and `unlock.py`
 * with redis-py. They are shown and never searched; src/tcp/scenario-code.test.ts runs them.
 */
import { type CodeLanguage, codeLanguages } from '../../protocol/client-code.ts';
import type { ClientTexts } from '../../protocol/scenario.ts';
import { Source } from '../problem.ts';

export const clientEndings: Readonly<Record<CodeLanguage, string>> = { node: '.mjs', python: '.py' };

/** What a whole program begins with; the tests lead the connection to their own server. */
const beginnings: Readonly<Record<CodeLanguage, readonly string[]>> = {
  node: ["import Redis from 'ioredis';", 'new Redis()'],
  python: ['import redis', 'redis.Redis('],
};

const longestLine = 80;

export function readClientTexts(
  folder: string,
  files: Readonly<Record<string, string>>,
  programs: readonly string[],
): { readonly texts: Readonly<Record<string, ClientTexts>>; readonly sources: readonly Source[] } {
  const sources = new Map(
    Object.entries(files).map(([name, text]) => [name, new Source(`${folder}/${name}`, text)]),
  );
  const texts: Record<string, ClientTexts> = {};
  for (const language of codeLanguages) {
    const ending = clientEndings[language];
    for (const [name, source] of sources) {
      if (!name.endsWith(ending)) continue;
      check(source, language);
      const stem = name.slice(0, -ending.length);
      if (!programs.includes(`${stem}.lua`)) {
        source.problem(1, 1, `There is no "${stem}.lua" that this is the same as.`);
      }
      for (const other of codeLanguages) {
        const missing = `${stem}${clientEndings[other]}`;
        if (!sources.has(missing)) source.problem(1, 1, `Write "${missing}" too, or neither of the two.`);
      }
      const { node, python } = clientEndings;
      texts[`${stem}.lua`] = {
        node: (files[stem + node] ?? '').trimEnd(),
        python: (files[stem + python] ?? '').trimEnd(),
      };
    }
  }
  return { texts, sources: [...sources.values()] };
}

function check(source: Source, language: CodeLanguage): void {
  for (const wanted of beginnings[language]) {
    if (!source.text.includes(wanted)) {
      source.problem(1, 1, `Write a whole program for localhost:6379: "${wanted}" is missing.`);
    }
  }
  for (const [at, line] of source.text.split('\n').entries()) {
    if (line.length > longestLine) {
      source.problem(at + 1, longestLine + 1, `Break the line: it is longer than ${longestLine} characters.`);
    }
    if (line.includes('\t')) source.problem(at + 1, line.indexOf('\t') + 1, 'Indent with spaces.');
  }
}
