/** Every colour of text must be readable on each surface it stands on: at least 4.5 to 1. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function tokensOf(block: string): Map<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name, colour]) => [name, colour]),
  );
}

const [light, dark] = ['\n:root {', ':root[data-theme="dark"] {'].map((head) => {
  const from = `\n${css}`.indexOf(head);
  return tokensOf(`\n${css}`.slice(from, `\n${css}`.indexOf('\n}', from)));
});

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const surfaces = ['bg', 'sheet', 'soft'];
const pairs = [
  ...[
    ...['ink', 'ink-2', 'ink-3', 'old', 'new', 'ok', 'bad', 'meta', 'hot-ink'],
    ...[1, 2, 3, 4, 5, 6].map((client) => `client-${client}`),
  ].flatMap((word) => surfaces.map((surface) => [word, surface])),
  ...['old-bg', 'new-bg', 'ok-bg', 'bad-bg', 'meta-bg', 'hot-bg'].flatMap((surface) =>
    ['ink', 'ink-2', 'ink-3', surface === 'hot-bg' ? 'hot-ink' : surface.replace('-bg', '')].map((word) => [
      word,
      surface,
    ]),
  ),
];

describe.each([
  ['light', light],
  ['dark', dark],
])('in %s', (_, tokens) => {
  it.each(pairs)('--%s is readable on --%s', (word, surface) => {
    expect(contrast(tokens.get(word)!, tokens.get(surface)!)).toBeGreaterThanOrEqual(4.5);
  });
});
