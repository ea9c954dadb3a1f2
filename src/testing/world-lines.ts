/**
 * What happens to a world of several servers, as lines that name its nodes:
 *
 *     cut ann bob · mend ann bob · slow ann bob 200 · freeze ann · thaw ann · clock ann 1500 · remove ann
 *     replicate dan ann (dan becomes a replica of ann in their cluster)
 *     crash ann [nothing | unsynced | torn] · restart ann
 */
import { packetOf } from '../protocol/action-lines.ts';
import type { CrashLoss } from '../protocol/session.ts';
import type { Session } from '../worker/session.ts';

export function happenInWorld(session: Session, words: readonly string[], nowMs: number): void {
  const [event, first, second, third] = words;
  const node = (name: string) => {
    const at = session.world.nodes.findIndex((each) => each.name === name);
    if (at === -1) throw new Error(`no node is called ${name}`);
    return at;
  };
  const path = () => ({ from: node(first), to: node(second) });
  switch (event) {
    case 'cut':
    case 'mend':
      session.change({ type: event, ...path() }, nowMs);
      return;
    case 'slow':
      session.change({ type: event, ...path(), latency: { ms: Number(third), jitterMs: 0 } }, nowMs);
      return;
    case 'freeze':
    case 'thaw':
    case 'remove':
      session.change({ type: event, node: node(first) }, nowMs);
      return;
    case 'clock':
      session.change({ type: event, node: node(first), offsetMs: Number(second), rate: 1 }, nowMs);
      return;
    case 'replicate': {
      const client = [...session.world.nodes[node(first)].engine.server.clients.keys()].find(
        (id) => id < 1000,
      );
      const { cluster } = session.world.serverOf(node(second));
      if (client === undefined || cluster === null) throw new Error(`${first} cannot follow ${second}`);
      session.send(client, packetOf(`CLUSTER REPLICATE ${cluster.myself.id}`), nowMs);
      return;
    }
    case 'crash':
      session.crash((second ?? 'nothing') as CrashLoss, nowMs, node(first));
      return;
    case 'restart':
      session.restart(nowMs, node(first));
      return;
    default:
      throw new Error(`nobody knows ${words.join(' ')}`);
  }
}
