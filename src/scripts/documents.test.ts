/** Checks the documents at the top of the project against the tree. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };

const read = (path: string) => readFileSync(path, 'utf8');

describe('README.md', () => {
  const text = read('README.md');

  it('names every script', () => {
    const missing = Object.keys(packageFile.scripts).filter(
      (name) => !new RegExp(`npm (run )?${name}(?![\\w-])`).test(text),
    );
    expect(missing).toEqual([]);
  });

  it('says what every package is for', () => {
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    const named = new Set(
      rows.flatMap((row) =>
        row
          .split('|')[1]
          .split(',')
          .map((name) => name.trim()),
      ),
    );
    const packages = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies });
    // The parts of CodeMirror share a row and the name of their maker.
    const isNamed = (name: string) => named.has(name) || named.has(name.replace('@codemirror/', ''));
    expect(packages.filter((name) => !name.startsWith('@types/') && !isNamed(name))).toEqual([]);
  });

  it('names no package that is gone', () => {
    const rows = text.slice(text.indexOf('## Packages')).match(/^\| (?!package|@types).+$/gm)!;
    const packages = Object.keys({ ...packageFile.dependencies, ...packageFile.devDependencies });
    const named = rows.flatMap((row) =>
      row
        .split('|')[1]
        .split(',')
        .map((name) => name.trim()),
    );
    expect(
      named.filter((name) => !packages.includes(name) && !packages.includes(`@codemirror/${name}`)),
    ).toEqual([]);
  });
});

it('CHANGELOG.md has a section for this version', () => {
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${packageFile.version} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
  );
});

it.each(['README.md', 'src/README.md', '.github/CONTRIBUTING.md'])('links in %s lead somewhere', (path) => {
  const targets = [...read(path).matchAll(/\]\(([^)#]+)|(?:src|srcset)="([^"]+)"/g)]
    .map((found) => found[1] ?? found[2])
    .filter((target) => !target.includes('://'));
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([]);
});

it('the workflow runs the command that the README names', () => {
  expect(read('.github/workflows/test.yml')).toMatch(/- run: npm test$/m);
});

it('paths in CONTRIBUTING.md exist', () => {
  const text = read('.github/CONTRIBUTING.md');
  const paths = [
    ...text.matchAll(
      /`((?:engine|protocol|worker|ui|panels|testing|content|e2e|src|stage|commands)\/[\w./-]*)`/g,
    ),
  ];
  const bases = ['', 'src', 'src/ui', 'src/ui/panels', 'src/engine'];
  const exists = (path: string) => bases.some((base) => existsSync(join(base, path)));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.map((found) => found[1]).filter((path) => !exists(path))).toEqual([]);
});
