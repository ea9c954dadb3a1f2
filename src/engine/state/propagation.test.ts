import { expect, test } from 'vitest';
import { bytesOf, latin1 } from '../base/bytes.ts';
import { createEnvironment } from '../base/probe.ts';
import { Database } from '../keyspace/database.ts';
import { Propagation } from './propagation.ts';

const env = createEnvironment(1);
const [db, other] = [new Database(0, env), new Database(3, env)];
const words = (text: string) => text.split(' ').map(bytesOf);

function listening(): { propagation: Propagation; propagated: string[] } {
  const propagation = new Propagation();
  const propagated: string[] = [];
  propagation.addSink((id, args) => propagated.push(`${id}: ${args.map((word) => latin1(word)).join(' ')}`));
  return { propagation, propagated };
}

test('a command that changed something is propagated, one that changed nothing is not', () => {
  const { propagation, propagated } = listening();
  propagation.enter(5);
  propagation.leave(6, db, words('SET k v'));
  propagation.enter(6);
  propagation.leave(6, db, words('GET k'));
  // FLUSHALL saves, and the count of changes begins anew.
  propagation.enter(6);
  propagation.leave(0, db, words('BGSAVE'));
  expect(propagated).toEqual(['0: SET k v']);
});

test('a command says otherwise while it runs, and only for itself', () => {
  const { propagation, propagated } = listening();
  propagation.enter(0);
  propagation.rewrite(words('DEL k'));
  propagation.leave(1, db, words('GETDEL k'));
  propagation.enter(1);
  propagation.prevent();
  propagation.leave(2, db, words('XCLAIM s'));
  propagation.enter(2);
  propagation.force();
  propagation.leave(2, db, words('FLUSHALL'));
  propagation.enter(2);
  propagation.leave(3, db, words('INCR n'));
  expect(propagated).toEqual(['0: DEL k', '0: FLUSHALL', '0: INCR n']);
});

test('what belongs together is wrapped, in the databases of the first and the last', () => {
  const { propagation, propagated } = listening();
  propagation.enter(0);
  propagation.deletion(db, bytesOf('gone'), false);
  propagation.enter(0);
  propagation.rewrite(words('inner'));
  propagation.leave(1, db, words('no'));
  propagation.enter(1);
  propagation.leave(2, other, words('SET x 1'));
  propagation.prevent();
  propagation.leave(2, other, words('EXEC'));
  expect(propagated).toEqual(['0: MULTI', '0: DEL gone', '0: inner', '3: SET x 1', '3: EXEC']);
});

test('work outside of commands is wrapped only where that is wanted', () => {
  const { propagation, propagated } = listening();
  const work = () => {
    propagation.deletion(db, bytesOf('a'), true);
    propagation.also(db, words('DEL b'));
  };
  propagation.unit(false, work);
  propagation.unit(true, work);
  expect(propagated).toEqual(['0: UNLINK a', '0: DEL b', '0: MULTI', '0: UNLINK a', '0: DEL b', '0: EXEC']);
});

test('nothing is gathered while nobody listens', () => {
  const { propagation, propagated } = listening();
  const silent = new Propagation();
  silent.enter(0);
  silent.also(db, words('SET k v'));
  silent.leave(1, db, words('SET k v'));
  silent.addSink(() => expect.fail('propagated what came before'));
  silent.unit(true, () => {});
  expect(propagation.wanted).toBe(true);
  expect(propagated).toEqual([]);
});
