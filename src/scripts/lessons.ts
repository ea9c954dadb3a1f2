/**
 * `npm run lessons -- [ID …] [--lang zh|en] [--oracle] [--json]`: runs lessons on the engine and says per lesson and
 * language what they hold and what fails. `--oracle` also runs the portable demonstrations on a redis-server 7.0.
 */
import { readCourse } from '../content/course.ts';
import { LessonOracle } from '../testing/lesson-oracle.ts';
import { failuresOf, type LessonReport, type ReportLanguage, reportOf } from '../testing/lesson-report.ts';

const { ids, languages, isJson, asksOracle } = readArguments(process.argv.slice(2));
const { lessons } = readCourse(process.cwd());
const unknown = ids.filter((id) => !lessons.some((lesson) => lesson.id === id));
if (unknown.length > 0) stop(`There is no lesson ${unknown.join(', ')}.`);

const chosen = lessons.filter(({ id }) => ids.length === 0 || ids.includes(id));
const oracle = asksOracle ? await LessonOracle.start() : null;
const reports: LessonReport[] = [];
for (const lesson of chosen) {
  const failures = await failuresOf(lesson, oracle);
  for (const language of languages) reports.push(reportOf(lesson, language, failures));
}
await oracle?.stop();

if (isJson) console.log(JSON.stringify(reports, null, 2));
else printTable(reports);
process.exitCode = reports.some(({ failures }) => failures.length > 0) ? 1 : 0;

function readArguments(args: readonly string[]) {
  const ids: string[] = [];
  let languages: ReportLanguage[] = ['zh', 'en'];
  let isJson = false;
  let asksOracle = false;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg === '--json') isJson = true;
    else if (arg === '--oracle') asksOracle = true;
    else if (arg === '--lang') {
      const language = args[++at];
      if (language !== 'zh' && language !== 'en') stop('Say --lang zh or --lang en.');
      languages = [language as ReportLanguage];
    } else if (arg.startsWith('--')) stop(`Unknown option ${arg}; there are --lang, --oracle and --json.`);
    else ids.push(arg);
  }
  return { ids, languages, isJson, asksOracle };
}

function printTable(reports: readonly LessonReport[]): void {
  const columns = [
    ...([
      'blocks',
      'demos',
      'portable',
      'predictions',
      'tasks',
      'goals',
      'rightWays',
      'nearMisses',
      'dials',
      'comparisons',
      'programs',
      'orders',
      'matches',
      'repairs',
      'scenarios',
      'cases',
      'proofs',
      'claims',
      'facts',
    ] as const),
    ...(['interviews', 'words', 'characters', 'steps', 'handsOnSteps', 'longestRunOfPredictions'] as const),
  ];
  console.table(
    Object.fromEntries(
      reports.map((report) => [
        `${report.lesson} ${report.language}`,
        {
          ...Object.fromEntries(columns.map((name) => [name, report[name]])),
          failures: report.failures.length,
        },
      ]),
    ),
  );
  const failures = new Set(reports.flatMap((report) => report.failures));
  for (const failure of failures) console.log(failure);
  const count = new Set(reports.map(({ lesson }) => lesson)).size;
  console.log(`${count} lessons, ${failures.size} failures`);
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
