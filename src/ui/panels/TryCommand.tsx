import { useText } from '../i18n/index.ts';
import { useSession } from '../session/hooks.ts';
import { isServerDown } from '../session/store.ts';
import { wholeSentences } from './whole-sentences.ts';

/** A sentence with a command in it that would give the panel something to show. */
export interface CommandHint {
  readonly before: string;
  readonly command: string;
  readonly after: string;
}

/** A server that is not running takes no commands: then only what is true of it is said. */
export function TryCommand({ hint }: { readonly hint: CommandHint }) {
  const text = useText();
  const isDown = useSession(isServerDown);
  if (!isDown) return <SentenceAround hint={hint} />;
  return <>{`${wholeSentences(hint.before)}${text.panel.serverDown}`}</>;
}

export function SentenceAround({ hint: { before, command, after } }: { readonly hint: CommandHint }) {
  return (
    <>
      {before}
      <code>{command}</code>
      {after}
    </>
  );
}
