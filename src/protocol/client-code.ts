/** The same work as a program would do it, with a client library of each language. */
export interface ClientCode {
  readonly type: 'code';
  readonly id: string;
  readonly programs: Readonly<Record<CodeLanguage, string>>;
  /** What each of them prints; the tests hold them to it. */
  readonly prints: string;
}

export const codeLanguages = ['node', 'python'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** What stands around the lines of a lesson in a program that can be run. */
const frames: Readonly<Record<CodeLanguage, { readonly before: string; readonly after: string }>> = {
  node: {
    before: "import Redis from 'ioredis';\n\nconst redis = new Redis();\n",
    after: 'await redis.quit();\n',
  },
  python: {
    before: 'import redis\n\nr = redis.Redis(decode_responses=True)\n',
    after: '',
  },
};

/** A whole program: it connects to localhost:6379 unless it is given another port. */
export function programOf({ programs }: ClientCode, language: CodeLanguage, port?: number): string {
  const { before, after } = frames[language];
  const program = [before, `${programs[language].trimEnd()}\n`, after]
    .filter((part) => part !== '')
    .join('\n');
  return port === undefined ? program : atPort(program, port);
}

/** The same program for another port of this machine, in either language. */
export function atPort(program: string, port: number): string {
  return program
    .replace('new Redis()', `new Redis(${port})`)
    .replace('redis.Redis(', `redis.Redis(port=${port}, `);
}
