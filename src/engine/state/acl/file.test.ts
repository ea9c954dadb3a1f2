/** The file of users. Texts were recorded from redis-server 7.0.15. */
import { describe, expect, test } from 'vitest';
import { encodeCommand } from '../../../testing/oracle.ts';
import { bytesOf, latin1 } from '../../base/bytes.ts';
import { Engine } from '../../server/engine.ts';

const PATH = 'users.acl';

function started(text: string | null) {
  const engine = new Engine({
    generation: '7.0',
    seed: 1,
    startMs: 1_750_000_000_000,
    config: { aclfile: PATH },
    files: text === null ? [] : [{ path: PATH, bytes: bytesOf(text) }],
  });
  const nowMs = 1_750_000_000_000;
  const open = (client: number) => engine.step({ type: 'open', nowMs, client });
  const step = (client: number, line: string) =>
    engine.step({ type: 'data', nowMs, client, bytes: new Uint8Array(encodeCommand(line.split(' '))) });
  const say = (line: string) => latin1(step(1, line).replies[0]?.bytes ?? new Uint8Array(0));
  const write = (content: string) => engine.disk.write(PATH, bytesOf(content), nowMs);
  if (engine.downBecause === null) open(1);
  return { engine, open, step, say, write };
}

const HASH = '30c952fab122c3f9759f02a6d95c3758b246b4fee239957b2d4fee46e26170c4';
const WARNING = 'WARNING: ACL errors detected, no change to the previously active ACL rules was performed';

describe('aclfile', () => {
  test('is read at the start, and SAVE writes what ACL LIST prints', () => {
    const { engine, say } = started('user alice on >pw ~* +@all\nuser default on nopass ~* &* +@all\n');
    expect(say('ACL SETUSER bob on')).toBe('+OK\r\n');
    expect(say('ACL SAVE')).toBe('+OK\r\n');
    expect(latin1(engine.disk.find(PATH)?.view() ?? new Uint8Array(0))).toBe(
      `user alice on #${HASH} ~* resetchannels +@all\nuser bob on resetchannels -@all\nuser default on nopass ~* &* +@all\n`,
    );
  });

  test('SAVE on a full disk leaves the file as it was', () => {
    const { engine, say } = started('user alice on\n');
    engine.step({ type: 'disk', nowMs: 1_750_000_000_000, full: true });
    expect(say('ACL SAVE')).toMatch(/^-ERR There was an error trying to save the ACLs/);
    expect(engine.disk.paths()).toEqual([PATH]);
    expect(latin1(engine.disk.find(PATH)?.view() ?? new Uint8Array(0))).toBe('user alice on\n');
  });

  test('a server with a wrong one, or none, does not start', () => {
    expect(started('user alice bogus\n').engine.downBecause).toBe(
      `Aborting Redis startup because of ACL errors: users.acl:1: Syntax error. ${WARNING}`,
    );
    expect(started(null).engine.downBecause).toBe(
      "Aborting Redis startup because of ACL errors: Error loading ACLs, opening file 'users.acl': No such file or directory",
    );
  });

  test.each([
    [
      'user alice on\nfoo\n',
      `users.acl:2 should start with user keyword followed by the username. ${WARNING}`,
    ],
    [
      'user alice on\nuser alice off\nuser x +nothing\nuser "a b" on\n\nuser y (+get ~a) (~b +set)\n',
      `WARNING: Duplicate user 'alice' found on line 2. users.acl:3: Error in applying operation '+nothing': Unknown command or category name in ACL. users.acl:4: Syntax error. ${WARNING}`,
    ],
    [
      'user y (+get ~a) (~b +set)\n#c\n',
      `users.acl:2 should start with user keyword followed by the username. ${WARNING}`,
    ],
    ['user z (+get\n', `users.acl:1: Unmatched parenthesis in acl selector starting at '(+get'. ${WARNING}`],
  ])('LOAD reports all that is wrong and changes nothing: %j', (text, problem) => {
    const { say, write } = started('user old on\n');
    const before = say('ACL LIST');
    write(text);
    expect(say('ACL LOAD')).toBe(`-ERR ${problem}\r\n`);
    expect(say('ACL LIST')).toBe(before);
  });

  test('LOAD hangs up on those of before, and gives the default user its first rules where the file has none', () => {
    const { open, step, say, write } = started(
      'user alice on nopass +@all\nuser default on nopass +@all ~a\n',
    );
    open(2);
    step(2, 'AUTH alice x');
    write('user alice on nopass +@all\n\n  \n');
    const output = step(1, 'ACL LOAD');
    expect(output.closed).toEqual([2]);
    expect(latin1(output.replies[0].bytes)).toBe('+OK\r\n');
    expect(say('ACL LIST')).toContain('user default on nopass ~* &* +@all');
  });

  test('users outlive a restart only in the file', () => {
    const { engine, open, say } = started('user default on nopass ~* &* +@all\n');
    say('ACL SETUSER kept on');
    say('ACL SAVE');
    say('ACL SETUSER lost on');
    engine.step({ type: 'restart', nowMs: 1_750_000_000_000 });
    open(1);
    expect(say('ACL USERS')).toBe('*2\r\n$7\r\ndefault\r\n$4\r\nkept\r\n');
  });
});

describe('users in the configuration', () => {
  const begun = (user: string, more: Readonly<Record<string, string>> = {}) => {
    const nowMs = 1_750_000_000_000;
    const engine = new Engine({ generation: '7.0', seed: 1, startMs: nowMs, config: { user, ...more } });
    if (engine.downBecause === null) engine.step({ type: 'open', nowMs, client: 1 });
    const say = (...words: readonly string[]) => {
      const bytes = new Uint8Array(encodeCommand(words));
      const { replies } = engine.step({ type: 'data', nowMs, client: 1, bytes });
      return latin1(replies[0]?.bytes ?? new Uint8Array(0));
    };
    return { engine, say };
  };

  test('are there when the server has started, and again after a restart', () => {
    const { engine, say } = begun('alice on >pw ~cache:* +get (+set ~w:*)\nbob off\n');
    const list = [
      `user alice on #${HASH} ~cache:* resetchannels -@all +get (~w:* resetchannels -@all +set)`,
      'user bob off resetchannels -@all',
      'user default on nopass ~* &* +@all',
    ];
    expect(say('ACL', 'LIST')).toBe(`*3\r\n${list.map((line) => `$${line.length}\r\n${line}\r\n`).join('')}`);
    expect(say('AUTH', 'alice', 'pw')).toBe('+OK\r\n');
    expect(say('GET', 'cache:1')).toBe('$-1\r\n');
    expect(say('GET', 'other')).toMatch(/^-NOPERM/);
    engine.step({ type: 'restart', nowMs: 1_750_000_000_001 });
    expect(engine.server.acl.users().map(({ name }) => name)).toEqual(['alice', 'bob', 'default']);
  });

  test('the default user is made anew', () => {
    const { say } = begun('default on >pw ~* +@all');
    expect(say('PING')).toBe('-NOAUTH Authentication required.\r\n');
    expect(say('AUTH', 'pw')).toBe('+OK\r\n');
  });

  test('are no parameter', () => {
    expect(begun('alice on').say('CONFIG', 'GET', 'user')).toBe('*0\r\n');
  });

  test.each([
    ['alice foo', "Error in user declaration 'foo': Syntax error"],
    ['alice +nothing', "Error in user declaration '+nothing': Unknown command or category name in ACL"],
    [
      'alice (+get',
      "Error in user declaration 'alice': Unmatched parenthesis in acl selector starting at '(+get'.",
    ],
    ['"a b" on', 'Spaces not allowed in ACL usernames'],
    [
      'alice on\nalice off',
      "Error in user declaration 'alice': Duplicate user found. A user can only be defined once in config files",
    ],
    ['alice "on', `Unbalanced quotes in user declaration 'alice "on'`],
  ])('a server with %j does not start', (user, because) => {
    expect(begun(user).engine.downBecause).toBe(because);
  });

  test('beside a file of users a server does not start', () => {
    expect(begun('alice on', { aclfile: PATH }).engine.downBecause).toMatch(/^Configuring Redis with users/);
  });
});
