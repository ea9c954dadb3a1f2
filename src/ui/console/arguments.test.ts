import { describe, expect, it } from 'vitest';
import type { CommandDoc } from '../../protocol/docs.ts';
import recorded from './arguments.recorded.json' with { type: 'json' };
import { argumentsText, shownName } from './arguments.ts';
import { completions, hintFor } from './completion.ts';

const docs = recorded.docs as unknown as readonly CommandDoc[];

describe('arguments in words', () => {
  const all = docs.flatMap((doc) => [doc, ...(doc.subcommands ?? [])]);
  for (const doc of all) {
    it(shownName(doc), () => {
      expect(recorded.help).toContain(`${shownName(doc)} ${argumentsText(doc.arguments)}`.trim());
    });
  }
});

describe('hints', () => {
  const expires = 'EX seconds|PX milliseconds|EXAT unix-time-seconds|PXAT unix-time-milliseconds|KEEPTTL';
  const cases: Record<string, string> = {
    SET: ` key value [NX|XX] [GET] [${expires}]`,
    'SET ': `key value [NX|XX] [GET] [${expires}]`,
    'SET k': ` value [NX|XX] [GET] [${expires}]`,
    'SET k v': ` [NX|XX] [GET] [${expires}]`,
    'set k "a b" nx ': `[GET] [${expires}]`,
    'SET k v EX ': 'seconds [NX|XX] [GET]',
    'SET k v EX 10': ' [NX|XX] [GET]',
    'SET k v GET EX 10 NX': '',
    'SET k "a b': ` [NX|XX] [GET] [${expires}]`,
    'SET k v what': '',
    'DEL a b ': '[key ...]',
    'CONFIG GET': ' parameter [parameter ...]',
    'CONFIG SET a': ' value [parameter value ...]',
    'ZADD k NX 1': ' member [score member ...]',
    'ZADD k 1 a 2': ' member [score member ...]',
    'MSET a 1 ': '[key value ...]',
    'SCAN 0 COUNT 10 ': '[MATCH pattern] [TYPE type]',
    'XADD s MAXLEN ~ 10 ': '[LIMIT count] [NOMKSTREAM] *|id field value [field value ...]',
    '5 INCR ': 'key',
    'CLIENT LIST ID 1': ' [client-id ...] [TYPE NORMAL|MASTER|REPLICA|PUBSUB]',
    'nosuch ': '',
    '': '',
  };
  for (const [line, hint] of Object.entries(cases)) {
    it(JSON.stringify(line), () => expect(hintFor(docs, line)).toBe(hint));
  }
});

describe('completion', () => {
  it('offers commands and subcommands by their beginning, in any case', () => {
    expect(completions(docs, 'mi')).toEqual(['MIGRATE']);
    expect(completions(docs, 'config g')).toEqual(['CONFIG GET']);
    expect(completions(docs, '  p')).toEqual(['  PING']);
  });

  it('offers help topics after HELP', () => {
    expect(completions(docs, 'help @str')).toEqual(['help @string', 'help @stream'].sort());
    expect(completions(docs, 'help MIG')).toEqual(['help MIGRATE']);
  });

  it('offers nothing for an empty line, a whole name or an unknown one', () => {
    expect(completions(docs, '')).toEqual([]);
    expect(completions(docs, 'PING')).toEqual([]);
    expect(completions(docs, 'xyz')).toEqual([]);
  });
});
