/** Everything that hangs in the gallery by way of a story: the file of stories and that of pictures have one name. */
import type { Hanging } from './exhibits.ts';
import { hang, type Recorded, type Story } from './story.ts';

const stories = import.meta.glob<{ readonly default: readonly Story[] }>('./stories/*.ts');
const pictures = import.meta.glob<{ readonly default: Readonly<Record<string, Recorded>> }>(
  './recorded/*.json',
);

export async function storyHangings(): Promise<readonly Hanging[]> {
  const panels = await Promise.all(
    Object.entries(stories).map(async ([path, load]) => {
      const panel = path.split('/').at(-1)!.replace('.ts', '');
      const [told, recorded] = await Promise.all([load(), pictures[`./recorded/${panel}.json`]?.()]);
      if (recorded === undefined) throw new Error(`the stories of ${panel} have not been recorded`);
      return told.default.map((story) => hang(panel, story, recorded.default[story.id]));
    }),
  );
  return panels.flat();
}
