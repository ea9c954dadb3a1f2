/**
 * Events of a sentinel: each is a message to the subscribers of the channel that is called like it.
 *
 *     +sdown            master mymaster 10.0.0.1 6379
 *     +slave            slave 10.0.0.2:6379 10.0.0.2 6379 @ mymaster 10.0.0.1 6379
 */
import { utf8 } from '../base/bytes.ts';
import type { Instance } from '../state/sentinel/instance.ts';
import { KEPT_EVENTS } from '../state/sentinel/sentinel.ts';
import type { Server } from '../state/server.ts';
import { sentinelOf, timeOf } from './watch.ts';

/** An instance as events name it: type, name, address, and the master that it belongs to. */
export function describe({ kind, name, address, master }: Instance): string {
  const own = `${kind} ${name} ${address.host} ${address.port}`;
  return master === null ? own : `${own} @ ${master.name} ${master.address.host} ${master.address.port}`;
}

/** Makes something known, about an instance and perhaps with more words. */
export function announce(server: Server, type: string, instance: Instance, more = ''): void {
  say(server, type, `${describe(instance)}${more === '' ? '' : ` ${more}`}`);
  const { probe } = server.env;
  if (probe === null) return;
  const { kind, name, ownMaster } = instance;
  const about = { kind, name, ...instance.address, master: ownMaster.name };
  probe.emit({ type: 'sentinel.event', me: sentinelOf(server).id, event: type, about, more });
}

/** Makes something known in words of its own. */
export function tell(server: Server, type: string, text: string): void {
  say(server, type, text);
  const { probe } = server.env;
  if (probe !== null)
    probe.emit({ type: 'sentinel.event', me: sentinelOf(server).id, event: type, about: null, more: text });
}

function say(server: Server, type: string, text: string): void {
  const sentinel = sentinelOf(server);
  const { events } = sentinel;
  sentinel.toldEvents++;
  events.push({ atMs: timeOf(server), type, text });
  if (events.length > KEPT_EVENTS) events.shift();
  server.persistence.note(`${type} ${text}`);
  server.subscriptions.publish(utf8(type), utf8(text));
}
