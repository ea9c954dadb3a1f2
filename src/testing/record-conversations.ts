/**
 * Writes what clients of a real redis-server received into the conversations:
 *
 *   node src/scripts/bundled.mjs src/testing/record-conversations.ts [name…]
 *
 * Without names, all of them. Add lines by writing what is sent; the received lines come from here.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  conversationOptions,
  parseConversation,
  playConversation,
  printConversation,
  RedisConversation,
  speakers,
} from './conversation.ts';
import { startRedis } from './oracle.ts';

const folder = join(process.cwd(), 'src/testing/conformance/conversations');
const wanted = process.argv.slice(2);
for (const name of readdirSync(folder).sort()) {
  if (wanted.length > 0 && !wanted.includes(name.replace(/\.txt$/, ''))) continue;
  const lines = parseConversation(readFileSync(join(folder, name), 'utf8'));
  const options = Object.entries(conversationOptions(lines)).flatMap(([option, value]) => [
    `--${option}`,
    value,
  ]);
  const redis = await startRedis(options);
  const listener = await RedisConversation.connect(redis.port, speakers(lines));
  const received = await playConversation(lines, listener);
  writeFileSync(join(folder, name), printConversation(lines, listener.ids, received));
  listener.close();
  await redis.stop();
  console.log(`${name}: ${received.length} lines`);
}
