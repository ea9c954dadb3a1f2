/** The file of users. Texts were heard from redis-server 7.0.15. */
import { describe, expect, test } from 'vitest';
import { encodeCommand } from '../../scripts/oracle.ts';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { Engine } from '../server/engine.ts';

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
  test('is read at the start, and SAVE writes what ACL LIST tells', () => {
    const { engine, say } = started('user alice on >pw ~* +@all\nuser default on nopass ~* &* +@all\n');
    expect(say('ACL SETUSER bob on')).toBe('+OK\r\n');
    expect(say('ACL SAVE')).toBe('+OK\r\n');
    expect(latin1(engine.disk.find(PATH)?.view() ?? new Uint8Array(0))).toBe(
      `user alice on #${HASH} ~* resetchannels +@all\nuser bob on resetchannels -@all\nuser default on nopass ~* &* +@all\n`,
    );
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
  ])('LOAD tells all that is wrong and changes nothing: %j', (text, problem) => {
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
