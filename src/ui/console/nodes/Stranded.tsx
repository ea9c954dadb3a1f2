import { usePair } from '../../i18n/index.ts';
import { nodeName } from '../../session/frames.ts';
import { useActions, useSession } from '../../session/hooks.ts';
import { Instead } from '../Instead.tsx';
import { nodeConsoleWords } from './words.ts';

/** In the place of a prompt whose server is not running: it can be started, and the console connects again. */
export function Stranded({ node, onStarted }: { readonly node: number; onStarted(): void }) {
  const words = usePair(nodeConsoleWords);
  const { restartNode } = useActions();
  const name = useSession((state) => nodeName(state, node)) ?? '';
  return (
    <Instead
      about={words.stranded(name)}
      act={words.start(name)}
      onAct={() => void restartNode(node).then(onStarted)}
    />
  );
}
