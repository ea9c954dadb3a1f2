/** Carries out the lines typed at a console, one by one. */
import { useCallback } from 'react';
import { useLanguage, useText } from '../i18n/index.ts';
import { useSessionStore } from '../session/hooks.ts';
import { interpret } from './interpret.ts';
import { loadCommandWords } from './learned-words.ts';
import { clearScreen, consoleMemory, logScope, printLocally } from './local-entries.ts';

/** A command repeated more often is pipelined in parts of this size. */
const repeatedSingly = 50;
const pipelinedAtOnce = 1000;

export function useSubmit(client: number, onExit: () => void): (typed: string) => Promise<void> {
  const session = useSessionStore();
  const language = useLanguage();
  const text = useText();

  return useCallback(
    async (typed) => {
      const print = (line: string, output: string, tone: 'plain' | 'bad' = 'plain') => {
        const { branch, frames, following, position } = session.getState();
        const afterFrame = following ? frames.length - 1 : position.frame;
        printLocally({ client, branch, afterFrame, line, output, tone });
      };
      for (const line of typed.split('\n')) {
        const wanted = interpret(line);
        switch (wanted.kind) {
          case 'nothing':
            break;
          case 'comment':
            print(line, '');
            break;
          case 'clear':
            clearShown();
            break;
          case 'exit':
            onExit();
            return;
          case 'help':
            await help(line, wanted.topic);
            break;
          case 'invalid-arguments':
            print(line, 'Invalid argument(s)', 'bad');
            break;
          case 'invalid-repeat':
            print(line, text.console.invalidRepeat, 'bad');
            break;
          case 'send': {
            if (!(await repeat(wanted.bytes, wanted.times))) return;
            break;
          }
        }
      }

      async function help(line: string, topic: string): Promise<void> {
        try {
          const { helpText } = await loadCommandWords();
          print(line, helpText(await session.actions.learnCommands(), topic, language, text));
        } catch {
          session.actions.notify('not-loaded');
        }
      }

      /** Empties what the log shows: the replies of all clients, or of this one. */
      function clearShown(): void {
        const { frames } = session.getState();
        const all = frames.flatMap((frame) => [frame.client, ...frame.replies.map((reply) => reply.client)]);
        clearScreen(logScope.getState().scope === 'all' ? [client, ...all] : [client], frames.length - 1);
      }

      async function repeat(bytes: Uint8Array, times: number): Promise<boolean> {
        if (times <= repeatedSingly) {
          for (let count = 0; count < times; count++) {
            const result = await session.actions.sendBytes(client, bytes);
            if (result.outcome !== 'done' || result.frame.closed.includes(client)) return false;
            if (!consoleMemory.getState().followers.includes(client)) continue;
            const { follow } = await import('./nodes/follow.ts');
            if (!(await follow(session, client, bytes, result.frame))) return false;
          }
          return true;
        }
        for (let left = times; left > 0; left -= pipelinedAtOnce) {
          const many = repeatedBytes(bytes, Math.min(left, pipelinedAtOnce));
          const result = await session.actions.sendBytes(client, many, 'quiet');
          if (result.outcome !== 'done') return false;
        }
        return true;
      }
    },
    [client, session, language, text, onExit],
  );
}

export function repeatedBytes(bytes: Uint8Array, times: number): Uint8Array {
  const result = new Uint8Array(bytes.length * times);
  for (let count = 0; count < times; count++) result.set(bytes, count * bytes.length);
  return result;
}
