/** Follows a redirection with a console, as redis-cli -c does: to the node that the reply names, for good. */
import type { FrameSummary } from '../../../protocol/messages.ts';
import { encodeCommand } from '../../../protocol/resp.ts';
import { encodeUtf8 } from '../../../protocol/utf8.ts';
import { nodeAt, worldHere } from '../../session/nodes.ts';
import type { SessionStore } from '../../session/store.ts';
import { consoleMemory, printLocally } from '../local-entries.ts';
import { redirectionIn, redirectionLine } from './redirections.ts';

/** redis-cli follows for ever; two nodes that name each other would never let it go. */
const mostHops = 16;
const asking = encodeCommand([encodeUtf8('ASKING')]);

/** False if the console could not go where it was sent. */
export async function follow(
  session: SessionStore,
  client: number,
  bytes: Uint8Array,
  answered: FrameSummary,
): Promise<boolean> {
  const { actions } = session;
  let frame = answered;
  for (let hops = 0; hops < mostHops; hops++) {
    const to = redirectionIn(frame, client);
    if (to === null) return true;
    const world = worldHere(session.getState());
    const node = world === null ? null : nodeAt(world, to.address);
    if (node === null || node.isDown || node.isFrozen) {
      const { branch, frames } = session.getState();
      const output = `${redirectionLine(to)}\nCould not connect to Redis at ${to.address}: Connection refused`;
      printLocally({
        client,
        branch,
        afterFrame: frames.length - 1,
        line: frame.text,
        output,
        tone: 'bad',
      });
      return false;
    }
    consoleMemory.setState({ moving: client });
    try {
      await actions.closeClient(client, 'present');
      if ((await actions.openClient(node.number, client)) !== client) return false;
      if (to.kind === 'ASK') await actions.sendBytes(client, asking, 'quiet');
      const result = await actions.sendBytes(client, bytes);
      if (result.outcome !== 'done') return false;
      frame = result.frame;
    } finally {
      consoleMemory.setState({ moving: null });
    }
  }
  return true;
}
