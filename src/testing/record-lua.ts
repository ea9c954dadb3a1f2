/** Records the replies of redis-server 7.0.15 to every expression and script of `lua-cases.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LUA_EXPRESSIONS, LUA_SCRIPTS, scriptOfExpression } from './lua-cases.ts';
import { onServer, playScript } from './lua-players.ts';
import { startRedis, WireClient } from './oracle.ts';

const redis = await startRedis(['--enable-debug-command', 'yes']);
const client = await WireClient.connect(redis.port);
const play = onServer(client);
const expressions: [string, string][] = [];
for (const expression of LUA_EXPRESSIONS) {
  expressions.push([expression, await playScript(play, { script: scriptOfExpression(expression) })]);
}
const scripts: string[] = [];
for (const script of LUA_SCRIPTS) scripts.push(await playScript(play, script));
client.close();
await redis.stop();
const path = join(process.cwd(), 'src/engine/scripting/lua.recorded.json');
await writeFile(path, `${JSON.stringify({ expressions, scripts }, null, 1)}\n`);
console.log(`${expressions.length} expressions and ${scripts.length} scripts recorded`);
