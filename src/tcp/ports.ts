/** Ports of this machine. */
import { createServer } from 'node:net';

/**
 * Whether nobody listens on a port. The engine wants to know at once, and node can say: where no name has to be looked
 * up, `listen` has bound the port before it returns.
 */
export function isFree(port: number): boolean {
  const trial = createServer();
  trial.on('error', () => {});
  trial.listen({ port, exclusive: true });
  const isListening = trial.listening;
  trial.close();
  return isListening;
}
