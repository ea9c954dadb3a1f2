import { describe, expect, it } from 'vitest';
import { firstLoad, firstLoadBytes, sizeTable, staticImports } from './chunk-sizes.mjs';

describe('what a script imports before it runs', () => {
  it('is read from built code', () => {
    const code =
      'import{a as e,b}from"./one-A1.js";import"./two.js";import c,{d}from\'./three.js\';let x=()=>import("./later.js")';
    expect(staticImports(code)).toEqual(['one-A1.js', 'two.js', 'three.js']);
    expect(staticImports('let y="import{a}from nowhere";import("./later.js")')).toEqual([]);
  });
});

describe('the first load', () => {
  const scripts = new Map([
    [
      'index-1.js',
      'import{a}from"./shared.js";new Worker(new URL(new URL(`worker-2.js`,import.meta.url),location));import("./lab.js")',
    ],
    ['shared.js', 'export let a'],
    ['worker-2.js', 'import{b}from"./engine.js";import("./rest.js")'],
    ['engine.js', 'import"./shared.js"'],
    ['rest.js', ''],
    ['lab.js', ''],
  ]);
  const html = '<script type="module" src="./assets/index-1.js"></script>';

  it('is the page, its worker, and all they import; not what comes on demand', () => {
    expect([...firstLoad(html, scripts)].sort()).toEqual([
      'engine.js',
      'index-1.js',
      'shared.js',
      'worker-2.js',
    ]);
  });

  it('is added up and printed', () => {
    const chunks = [
      { name: 'a.js', gzipBytes: 1500, isFirst: true },
      { name: 'b.js', gzipBytes: 700, isFirst: true },
      { name: 'c.js', gzipBytes: 900, isFirst: false },
    ];
    expect(firstLoadBytes(chunks)).toBe(2200);
    expect(sizeTable(chunks)).toContain('2.2 kB  in all; at most 250 kB');
  });
});
