/** NOTICE, the list of the works of others in the built site: who holds their rights, and under which licence. */
import type { BundledPackage } from './licenses.ts';

/** Full names of the licences, in the order of their sections. */
const LICENSES: Readonly<Record<string, string>> = {
  MIT: 'MIT License',
  ISC: 'ISC License',
  'BSD-3-Clause': 'BSD 3-Clause License',
  'OFL-1.1': 'SIL Open Font License 1.1',
};

const HEAD = `Rediscope
Copyright (c) 2026 Rediscope contributors
MIT License, see LICENSE

The built site contains the works of others listed below, each under its own licence. The build copies the full texts
into licenses.txt, which the About page of the site links to. The map in world-atlas is made with Natural Earth, which
is in the public domain. Versions are in package-lock.json.
`;

/** The lines of a licence that name its holders. */
function copyrights(text: string): string[] {
  return (
    text
      .split('\n')
      .filter((line) => /^\W*copyright\b.*(\d{4}|©|\(c\))/i.test(line))
      // A font names its holders once a file; the first is enough.
      .map((line) => line.trim().replace(/ \S+\.ttf: .*$|\.$/, ''))
  );
}

export function noticeText(packages: readonly BundledPackage[]): string {
  const unknown = packages.find(({ license }) => !(license in LICENSES));
  if (unknown !== undefined)
    throw new Error(
      `${unknown.name} is under ${unknown.license}: may it be bundled? Then notice.ts names it.`,
    );
  const sorted = [...packages].sort((a, b) => (a.name < b.name ? -1 : 1));
  const sections = Object.entries(LICENSES).map(([license, title]) => {
    const entries = sorted
      .filter((one) => one.license === license)
      .map(({ name, text }) => [`- ${name}`, ...copyrights(text).map((line) => `  ${line}`)].join('\n'));
    return `\n${title}\n${'-'.repeat(title.length)}\n\n${entries.join('\n')}\n`;
  });
  return HEAD + sections.join('');
}

/** The packages that a NOTICE lists. */
export function noticed(notice: string): string[] {
  return [...notice.matchAll(/^- (\S+)$/gm)].map((found) => found[1]);
}

/** Nothing may be in the site that NOTICE does not list. */
export function expectNoticed(notice: string, packages: readonly BundledPackage[]): void {
  const listed = new Set(noticed(notice));
  const missing = packages.map(({ name }) => name).filter((name) => !listed.has(name));
  if (missing.length > 0)
    throw new Error(`NOTICE does not list ${missing.join(', ')}; CONTRIBUTING.md says how to add a package.`);
}
