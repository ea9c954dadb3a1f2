/** Sentences for the steps of scripts that an engine has run: those of the gallery. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../protocol/steps.ts';
import type { ScriptView } from '../../../protocol/views-script.ts';
import { type Recorded, revive } from '../../gallery/story.ts';
import { summariseScript } from './describe.ts';
import { narrateScript } from './narrate.ts';

const recorded: Record<string, Recorded> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../gallery/recorded/script.json'), 'utf8'),
);

/** The sentences of a story, at every moment that has one. */
function narrated(story: string, language: 'en' | 'zh'): string[] {
  const { views, moments } = recorded[story];
  let before: ScriptView | null = null;
  return moments.flatMap(({ step, view }) => {
    const now = revive(views[view]) as ScriptView;
    const sentence = narrateScript(step as Step | null, now, before, language);
    if ((step as Step | null)?.type === 'script.line') before = now;
    return sentence ?? [];
  });
}

describe('sentences', () => {
  it('name the next line and the changes of the one before', () => {
    const sentences = narrated('script-functions', 'en');
    expect(sentences[0]).toMatch(/^The script [0-9a-f]{8}… begins\.$/);
    expect(sentences).toContain('n = 6. Line 10 comes next.');
    expect(sentences).toContain('Line 12 called RPUSH collatz 6 and got (integer) 1.');
    expect(sentences).toContain('n went from 6 to 3. Line 14 comes next.');
    expect(sentences.at(-1)).toMatch(/^The script ends after about \d+ instructions\.$/);
  });

  it('say with which error a script ended', () => {
    const { views } = recorded['script-mistake'];
    const view = revive(views.at(-1)) as ScriptView;
    const end: Step = { type: 'script.end', name: 'f', instructions: 240 };
    expect(narrateScript(end, view, null, 'en', 'ERR no')).toBe('The script ends with an error: ERR no');
    expect(narrateScript(end, view, null, 'zh', 'ERR no')).toBe('脚本出错，到此结束：ERR no');
  });

  it('are there in Chinese for the same steps', () => {
    for (const story of Object.keys(recorded)) {
      expect(narrated(story, 'zh')).toHaveLength(narrated(story, 'en').length);
    }
    expect(narrated('script-mistake', 'zh')).toContain(
      '第 5 行调用 INCRBY page:1 3，得到 (error) WRONGTYPE Operation against a key holdi…。',
    );
  });
});

describe('the figures beside the title', () => {
  it('are those of the script that runs', () => {
    const { views } = recorded['script-busy'];
    const view = revive(views.at(-1)) as ScriptView;
    const figures = summariseScript(view, 'busy', 'en');
    expect(figures).toContain('busy: other clients get BUSY');
    expect(figures.some((figure) => /^line [234]$/.test(figure))).toBe(true);
    expect(figures.some((figure) => /^[\d,]+ instructions$/.test(figure))).toBe(true);
  });
});
