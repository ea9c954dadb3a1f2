/** What a script sees of identities comes from its own session, not from what ran before it in the process. */
import { expect, test, vi } from 'vitest';
import { encodeCommand } from '../../testing/oracle.ts';

/** A process of its own: modules that nobody has used yet. */
async function freshProcess(): Promise<(...scripts: string[]) => string[]> {
  vi.resetModules();
  const { Engine } = await import('../server/engine.ts');
  const { loadScripting } = await import('./loader.ts');
  await loadScripting();
  return (...scripts) => {
    const engine = new Engine({ generation: '7.0', seed: 1, startMs: 1000, config: {} });
    engine.step({ type: 'open', nowMs: 1000, client: 1 });
    return scripts.map((script) => {
      const bytes = encodeCommand(['EVAL', script, '0']);
      const { replies } = engine.step({ type: 'data', nowMs: 1000, client: 1, bytes });
      return replies.map((reply) => Buffer.from(reply.bytes).toString('latin1')).join('');
    });
  };
}

const NAMES = 'return {tostring(string.rep), tostring(math.floor), tostring({}), tostring(function() end)}';
const ORDER = `local t, out = {[math.floor] = 'a', [string.rep] = 'b', [table.sort] = 'c', [tostring] = 'd'}, {}
for _, v in pairs(t) do out[#out + 1] = v end
return table.concat(out)`;

test('names and orders of functions are the same whatever other servers have run', async () => {
  const alone = (await freshProcess())(NAMES, ORDER);
  expect(alone[1]).toMatch(/^\$4\r\n[abcd]{4}/);
  const shared = await freshProcess();
  // Another server touches the same functions first, and in another order.
  shared(`local t = {[tostring] = 1, [table.sort] = 2, [string.rep] = 3, [math.floor] = 4, [pairs] = 5}
    return tostring(redis.call) .. tostring(cjson.encode) .. tostring(t)`);
  expect(shared(NAMES, ORDER)).toEqual(alone);
});
