/**
 * Writes the replies of a real redis-server into the transcripts:
 *
 *   node src/scripts/bundled.mjs src/testing/record-transcripts.ts [name…]
 *
 * Without names, all of them. Add commands by writing their lines; the replies come from here.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTranscript } from './transcript.ts';
import { playOnRedis, readTranscripts } from './transcript-players.ts';

const folder = join(process.cwd(), 'src/testing/conformance/transcripts');
const wanted = process.argv.slice(2);
for (const { name, lines } of readTranscripts(folder)) {
  if (wanted.length > 0 && !wanted.includes(name.replace(/\.txt$/, ''))) continue;
  const replies = await playOnRedis(lines);
  writeFileSync(join(folder, name), printTranscript(lines, replies));
  console.log(`${name}: ${replies.length} commands`);
}
