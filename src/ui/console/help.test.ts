import { describe, expect, it } from 'vitest';
import type { CommandDoc } from '../../protocol/docs.ts';
import { en } from '../i18n/en.ts';
import { zh } from '../i18n/zh.ts';
import recorded from './arguments.recorded.json' with { type: 'json' };
import { helpText } from './help.ts';

const docs = recorded.docs as unknown as readonly CommandDoc[];

describe('HELP', () => {
  it('prints a command in the layout of redis-cli, in both languages', () => {
    expect(helpText(docs, 'incr', 'en', en)).toBe(
      '\n  INCR key\n  summary: About incr\n  since: 1.0.0\n  group: string\n',
    );
    expect(helpText(docs, 'INCR', 'zh', zh)).toBe(
      '\n  INCR key\n  说明：关于 incr\n  始于：1.0.0\n  分组：string\n',
    );
  });

  it('prints a container with its subcommands, or one of them', () => {
    const names = (text: string) => text.match(/^ {2}CONFIG.*$/gm);
    expect(names(helpText(docs, 'config', 'en', en))).toEqual([
      '  CONFIG',
      '  CONFIG GET parameter [parameter ...]',
      '  CONFIG SET parameter value [parameter value ...]',
    ]);
    expect(names(helpText(docs, 'config get', 'en', en))).toHaveLength(1);
  });

  it('prints a group without naming it each time', () => {
    const text = helpText(docs, '@string', 'en', en);
    expect(text).toContain('  SET key value');
    expect(text).not.toContain('group:');
    expect(text).not.toContain('ZADD');
  });

  it('says so when there is nothing, and lists the groups when nothing was asked', () => {
    expect(helpText(docs, 'nosuch', 'en', en)).toContain('"nosuch"');
    expect(helpText(docs, '', 'zh', zh)).toContain('@string');
  });
});
