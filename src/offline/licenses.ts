/** The licences of everything in the built site, found from the files that are really in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** The folders of packages, found in the files of a bundle. */
export type PackageFolders = Set<string>;

/** The folder of the package that a file belongs to; null for files of our own. */
export function packageFolderOf(file: string): string | null {
  const path = file.replace(/^\0/, '').replaceAll(sep, '/');
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path.split('?', 1)[0]);
  return found === null || found[1].includes('/.vite') ? null : found[1];
}

/** Notes the packages whose files are in a bundle: scripts, and files that styles refer to. */
export function noteBundled(folders: PackageFolders): Plugin {
  return {
    name: 'rediscope:bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      const note = (file: string) => {
        const folder = packageFolderOf(file);
        if (folder !== null) folders.add(folder);
      };
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.moduleIds.forEach(note);
        else for (const original of file.originalFileNames) note(join(process.cwd(), original));
      }
      // Styles are gone from the bundle by now, but not from the graph.
      for (const id of this.getModuleIds()) if (/\.css(\?|$)/.test(id)) note(id);
    },
  };
}

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** A package without the text of its licence cannot be shipped: the build fails. */
export function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
  if (file === undefined || typeof license !== 'string')
    throw new Error(`${name} ${version} is bundled, but its package has no licence text`);
  return { name, version, license, text: readFileSync(join(folder, file), 'utf8') };
}

const RULE = '='.repeat(80);

export function licensesText(own: string, packages: readonly BundledPackage[]): string {
  const sorted = [...packages].sort((a, b) => (a.name < b.name ? -1 : 1));
  const sections = sorted.map(
    ({ name, version, license, text }) => `${RULE}\n${name} ${version} (${license})\n\n${text.trim()}\n`,
  );
  return [
    'Rediscope\n',
    `${own.trim()}\n`,
    'This site contains the following works of others, each under its own licence.\n',
    ...sections,
  ].join('\n');
}
