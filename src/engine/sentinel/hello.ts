/**
 * A hello of another sentinel, which tells who it is and where it sees the master. Sentinels find each other by it, and
 * learn of a failover that another one has led.
 */
import type { Instance } from '../state/sentinel/instance.ts';
import type { Server } from '../state/server.ts';
import { announce, tell } from './events.ts';
import {
  addInstance,
  announceSwitch,
  findInstance,
  moveSentinelEverywhere,
  removeSentinels,
  shareLink,
  switchMaster,
} from './instances.ts';
import { saveState } from './state-file.ts';
import { sentinelOf, timeOf } from './watch.ts';

const PARTS = 8;

interface Hello {
  readonly host: string;
  readonly port: number;
  readonly id: string;
}

export function readHello(server: Server, text: string): void {
  const sentinel = sentinelOf(server);
  // Our own.
  if (text.includes(sentinel.id)) return;
  const parts = text.split(',');
  if (parts.length !== PARTS) return;
  const [host, port, id, epoch, name, masterHost, masterPort, configEpoch] = parts;
  const master = sentinel.masters.get(name);
  if (master === undefined) return;
  const hello = { host, port: wholeOf(port), id };
  const speaker = findInstance(master.sentinels, hello, id) ?? meet(server, master, hello);
  if (wholeOf(epoch) > sentinel.currentEpoch) {
    sentinel.currentEpoch = wholeOf(epoch);
    saveState(server);
    tell(server, '+new-epoch', String(sentinel.currentEpoch));
  }
  if (speaker === null) return;
  if (master.configEpoch < wholeOf(configEpoch)) {
    master.configEpoch = wholeOf(configEpoch);
    const address = { host: masterHost, port: wholeOf(masterPort) };
    if (!master.isAt(address.host, address.port)) {
      announce(server, '+config-update-from', speaker);
      announceSwitch(server, master, address);
      switchMaster(server, master, address);
    }
  }
  speaker.lastHelloMs = timeOf(server);
}

/** One that was not known at this address, with this id. */
function meet(server: Server, master: Instance, { host, port, id }: Hello): Instance | null {
  const hasMoved = removeSentinels(master, id) > 0;
  if (hasMoved) {
    announce(server, '+sentinel-address-switch', master, `ip ${host} port ${port} for ${id}`);
  } else {
    // Another id at the same address: the one before is not there any more.
    const other = findInstance(master.sentinels, { host, port }, null);
    if (other !== null) {
      announce(server, '+sentinel-invalid-addr', other);
      const { runId } = other;
      for (const each of sentinelOf(server).masters.values())
        if (runId !== null) removeSentinels(each, runId);
    }
  }
  const speaker = addInstance(server, 'sentinel', id, { host, port }, master.quorum, master);
  if (typeof speaker === 'string') return null;
  if (!hasMoved) announce(server, '+sentinel', speaker);
  speaker.runId = id;
  shareLink(server, speaker);
  if (hasMoved) moveSentinelEverywhere(server, speaker);
  saveState(server);
  return speaker;
}

/** As atoi reads it. */
export function wholeOf(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? 0 : value;
}
