/** CLUSTER: slots, whose they are, and their keys. */
import { latin1 } from '../../base/bytes.ts';
import { keySlot } from '../../base/crc16.ts';
import { errors, ReplyError } from '../../base/errors.ts';
import { bumpEpoch } from '../../cluster/epochs.ts';
import { followMaster } from '../../cluster/membership.ts';
import { broadcastPong } from '../../cluster/sending.ts';
import { extentOf, giveUpSlot } from '../../cluster/slots.ts';
import type { Client } from '../../state/client/client.ts';
import { type Cluster, TODO } from '../../state/cluster/cluster.ts';
import type { ClusterNode } from '../../state/cluster/node.ts';
import { SLOTS, SlotSet } from '../../state/cluster/slot-set.ts';
import type { Command } from '../../state/command/command.ts';
import type { Server } from '../../state/server.ts';
import { integerOf, isWord } from '../arguments.ts';
import { block, integer, many, oneOf, string, token } from '../syntax.ts';
import { CHANGING, nodeOr, READING, slotOf, subcommand, VARYING } from './subcommand.ts';

const slots = [many(integer('slot'))];
const ranges = [many(block('start-slot_end-slot', integer('start-slot'), integer('end-slot')))];

/** Marks a slot for the change, if it can be made. */
function mark(cluster: Cluster, chosen: SlotSet, slot: number, isDeletion: boolean): void {
  const isServed = cluster.owners[slot] !== null;
  if (isDeletion && !isServed) throw new ReplyError(`ERR Slot ${slot} is already unassigned`);
  if (!isDeletion && isServed) throw new ReplyError(`ERR Slot ${slot} is already busy`);
  if (!chosen.add(slot)) throw new ReplyError(`ERR Slot ${slot} specified multiple times`);
}

function change(server: Server, cluster: Cluster, chosen: SlotSet, isDeletion: boolean): void {
  const { probe } = server.env;
  const before = probe === null ? null : owner(cluster, chosen);
  for (const slot of chosen) {
    if (isDeletion) {
      giveUpSlot(server, cluster, slot);
    } else {
      // The owner of a slot does not import it.
      cluster.importing.delete(slot);
      cluster.addSlot(cluster.myself, slot);
    }
  }
  cluster.remember(TODO.state | TODO.save);
  if (probe !== null) {
    const { id } = cluster.myself;
    const [how, to] = isDeletion ? (['deleted', null] as const) : (['assigned', id] as const);
    probe.emit({
      type: 'cluster.slots',
      me: cluster.myself.id,
      how,
      owner: to,
      ...extentOf(chosen),
      from: before,
    });
  }
}

/** Who has the first of these slots. */
function owner({ owners }: Cluster, chosen: SlotSet): string | null {
  for (const slot of chosen) return owners[slot]?.id ?? null;
  return null;
}

function changeSlots(isDeletion: boolean) {
  return (server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void => {
    const given = args.slice(2).map(slotOf);
    const chosen = new SlotSet();
    for (const slot of given) mark(cluster, chosen, slot, isDeletion);
    change(server, cluster, chosen, isDeletion);
    client.reply.ok();
  };
}

function changeRanges(isDeletion: boolean) {
  return (server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void => {
    if (args.length % 2 === 1) {
      throw errors.wrongArity(`cluster|${isDeletion ? 'delslotsrange' : 'addslotsrange'}`);
    }
    const chosen = new SlotSet();
    for (let at = 2; at < args.length; at += 2) {
      const first = slotOf(args[at]);
      const last = slotOf(args[at + 1]);
      if (first > last) {
        throw new ReplyError(`ERR start slot number ${first} is greater than end slot number ${last}`);
      }
      for (let slot = first; slot <= last; slot++) mark(cluster, chosen, slot, isDeletion);
    }
    change(server, cluster, chosen, isDeletion);
    client.reply.ok();
  };
}

function flushSlots(server: Server, cluster: Cluster, client: Client): void {
  if (server.keyspace.databases[0].keys.size > 0) {
    throw new ReplyError('ERR DB must be empty to perform CLUSTER FLUSHSLOTS.');
  }
  const { myself } = cluster;
  const slots = [...myself.slots];
  for (const slot of slots) giveUpSlot(server, cluster, slot);
  cluster.remember(TODO.state | TODO.save);
  const { probe } = server.env;
  if (probe !== null && slots.length > 0) {
    probe.emit({
      type: 'cluster.slots',
      me: cluster.myself.id,
      how: 'deleted',
      owner: null,
      ...extentOf(slots),
      from: myself.id,
    });
  }
  client.reply.ok();
}

function masterNamed(cluster: Cluster, argument: Uint8Array, unknown: string): ClusterNode {
  const node = nodeOr(cluster, argument, unknown);
  if (node.isReplica) throw new ReplyError('ERR Target node is not a master');
  return node;
}

const UNKNOWN = "I don't know about node";

function setSlot(server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const { myself, owners, migrating, importing } = cluster;
  if (myself.isReplica) throw new ReplyError('ERR Please use SETSLOT only with masters.');
  const slot = slotOf(args[2]);
  const isAction = (word: string, length: number) => isWord(args[3], word) && args.length === length;
  if (isAction('migrating', 5)) {
    if (owners[slot] !== myself) throw new ReplyError(`ERR I'm not the owner of hash slot ${slot}`);
    migrating.set(slot, masterNamed(cluster, args[4], UNKNOWN));
  } else if (isAction('importing', 5)) {
    if (owners[slot] === myself) throw new ReplyError(`ERR I'm already the owner of hash slot ${slot}`);
    importing.set(slot, masterNamed(cluster, args[4], UNKNOWN));
  } else if (isAction('stable', 4)) {
    migrating.delete(slot);
    importing.delete(slot);
  } else if (isAction('node', 5)) {
    giveSlotTo(server, cluster, slot, masterNamed(cluster, args[4], 'Unknown node'));
  } else {
    throw new ReplyError('ERR Invalid CLUSTER SETSLOT action or number of arguments. Try CLUSTER HELP');
  }
  cluster.remember(TODO.save | TODO.state);
  const { probe } = server.env;
  if (probe !== null) {
    const how = latin1(args[3]).toLowerCase() as 'migrating' | 'importing' | 'stable' | 'node';
    const node = args.length === 5 ? latin1(args[4]) : null;
    probe.emit({ type: 'cluster.slot', me: cluster.myself.id, slot, how, node });
  }
  client.reply.ok();
}

/** The end of a migration: sent to the old owner, the new one, and other nodes that should know. */
function giveSlotTo(server: Server, cluster: Cluster, slot: number, node: ClusterNode): void {
  const { myself, owners, migrating, importing, slotKeys } = cluster;
  const wasOurs = owners[slot] === myself;
  const keys = slotKeys.count(slot);
  if (wasOurs && node !== myself && keys > 0) {
    throw new ReplyError(
      `ERR Can't assign hashslot ${slot} to a different node while I still hold keys for this hash slot.`,
    );
  }
  if (keys === 0) migrating.delete(slot);
  giveUpSlot(server, cluster, slot);
  cluster.addSlot(node, slot);
  const mayFollow = server.config.flag('cluster-allow-replica-migration');
  if (wasOurs && node !== myself && myself.slots.count === 0 && mayFollow)
    followMaster(server, cluster, node);
  if (node === myself && importing.delete(slot)) {
    // A higher epoch than that of the old owner, so that the others believe us.
    bumpEpoch(server, cluster);
    broadcastPong(server, cluster, 'all');
  }
}

function countKeys(_server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const slot = integerOf(args[2]);
  if (slot < 0 || slot >= SLOTS) throw new ReplyError('ERR Invalid slot');
  client.reply.integer(cluster.slotKeys.count(Number(slot)));
}

function getKeys(_server: Server, cluster: Cluster, client: Client, args: readonly Uint8Array[]): void {
  const slot = integerOf(args[2]);
  const limit = integerOf(args[3]);
  if (slot < 0 || slot >= SLOTS || limit < 0) throw new ReplyError('ERR Invalid slot or number of keys');
  const keys = cluster.slotKeys.keysIn(Number(slot), Number(limit));
  client.reply.array(keys.length);
  for (const key of keys) client.reply.bulk(key);
}

export const slotCommands: readonly Command[] = [
  subcommand(
    'addslots',
    -3,
    CHANGING,
    changeSlots(false),
    { en: 'Gives slots to this node.', zh: '把若干槽分配给本节点。' },
    {
      complexity: 'O(N)',
      arguments: slots,
    },
  ),
  subcommand(
    'addslotsrange',
    -4,
    CHANGING,
    changeRanges(false),
    { en: 'Gives ranges of slots to this node.', zh: '把若干段连续的槽分配给本节点。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      arguments: ranges,
    },
  ),
  subcommand(
    'countkeysinslot',
    3,
    READING,
    countKeys,
    { en: 'How many keys lie in a slot.', zh: '返回某个槽中的键数。' },
    { arguments: [integer('slot')] },
  ),
  subcommand(
    'delslots',
    -3,
    CHANGING,
    changeSlots(true),
    { en: 'Takes slots from this node.', zh: '取消本节点对若干槽的负责。' },
    {
      complexity: 'O(N)',
      arguments: slots,
    },
  ),
  subcommand(
    'delslotsrange',
    -4,
    CHANGING,
    changeRanges(true),
    { en: 'Takes ranges of slots from this node.', zh: '取消本节点对若干段连续槽的负责。' },
    {
      since: '7.0.0',
      complexity: 'O(N)',
      arguments: ranges,
    },
  ),
  subcommand('flushslots', 2, CHANGING, flushSlots, {
    en: 'Takes all slots from this node.',
    zh: '取消本节点对所有槽的负责。',
  }),
  subcommand(
    'getkeysinslot',
    4,
    READING,
    getKeys,
    { en: 'Some keys of a slot.', zh: '返回某个槽中的若干键。' },
    {
      complexity: 'O(log(N))',
      tips: VARYING,
      arguments: [integer('slot'), integer('count')],
    },
  ),
  subcommand(
    'keyslot',
    3,
    READING,
    (_server, _cluster, client, args) => client.reply.integer(keySlot(args[2])),
    { en: 'The slot of a key.', zh: '返回键所属的槽。' },
    { complexity: 'O(N)', arguments: [string('key')] },
  ),
  subcommand(
    'setslot',
    -4,
    CHANGING,
    setSlot,
    { en: 'Says to whom a slot belongs or moves.', zh: '指定某个槽归谁所有、正迁往何处。' },
    {
      arguments: [
        integer('slot'),
        oneOf(
          'subcommand',
          string('node-id', { token: 'IMPORTING' }),
          string('node-id', { token: 'MIGRATING' }),
          string('node-id', { token: 'NODE' }),
          token('stable', 'STABLE'),
        ),
      ],
    },
  ),
];
