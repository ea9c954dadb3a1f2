/**
 * Listening to an engine. There is one way in, `engine.listen(listener)`, and the listener says by its methods what it
 * wants to hear. Inside, each kind of event has a slot of its own that is null while nobody wants it, so that an engine
 * without listeners builds nothing and compares a few pointers.
 *
 * A listener may read the server at any event, and must change nothing.
 */
import type { Step } from '../../protocol/steps.ts';
import type { HeapObserver } from '../base/heap.ts';
import type { Probe } from '../base/probe.ts';
import type { Database } from '../keyspace/database.ts';
import type { KeyspaceListener } from '../keyspace/keyspace.ts';
import type { Client } from '../state/client/client.ts';
import type { CommandEntry } from '../state/command/table.ts';
import type { CommandCost, CommandObserver, Server } from '../state/server.ts';

export interface EngineListener {
  /** A structure has done something, and is whole again. */
  step?(step: Step): void;
  /** A command has passed the gates, or EXEC or a script calls it, and is about to run. */
  commandBegins?(client: Client, entry: CommandEntry, args: readonly Uint8Array[]): void;
  /** The command that began last has run; its reply stands at the end of the client's buffer. */
  commandEnds?(client: Client, entry: CommandEntry, cost: CommandCost): void;
  /** The allocator has taken or freed a slot of this size. */
  allocated?(slotBytes: number): void;
  freed?(slotBytes: number): void;
  /** A key's value has changed. */
  keyModified?(db: Database, key: Uint8Array): void;
  /** What a keyspace notification would say, whether or not notifications are on: 'set', 'evicted'. */
  keyEvent?(event: string, db: Database, key: Uint8Array): void;
}

export class Listening {
  readonly #listeners: EngineListener[] = [];
  #server: Server;
  #keys: KeyspaceListener | null = null;

  constructor(server: Server) {
    this.#server = server;
  }

  add(listener: EngineListener): () => void {
    this.#listeners.push(listener);
    this.#connect();
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at === -1) return;
      this.#listeners.splice(at, 1);
      this.#connect();
    };
  }

  /** After a restart there is another server to listen to. */
  moveTo(server: Server): void {
    this.#server = server;
    this.#keys = null;
    if (this.#listeners.length > 0) this.#connect();
  }

  #connect(): void {
    const server = this.#server;
    server.env.probe = probeOf(this.#having('step'));
    server.commandObserver = commandObserverOf(this.#having('commandBegins', 'commandEnds'));
    server.env.heap.observer = heapObserverOf(this.#having('allocated', 'freed'));
    this.#connectKeys(this.#having('keyModified', 'keyEvent'));
  }

  #having(...names: (keyof EngineListener)[]): readonly EngineListener[] {
    return this.#listeners.filter((listener) => names.some((name) => listener[name] !== undefined));
  }

  #connectKeys(wanting: readonly EngineListener[]): void {
    const { listeners } = this.#server.keyspace;
    if (this.#keys !== null) listeners.splice(listeners.indexOf(this.#keys), 1);
    this.#keys = wanting.length === 0 ? null : keyListenerOf(wanting);
    if (this.#keys !== null) listeners.push(this.#keys);
  }
}

function probeOf(listeners: readonly EngineListener[]): Probe | null {
  if (listeners.length === 0) return null;
  return {
    emit(step) {
      for (const listener of listeners) listener.step?.(step);
    },
  };
}

function commandObserverOf(listeners: readonly EngineListener[]): CommandObserver | null {
  if (listeners.length === 0) return null;
  return {
    begins(client, entry, args) {
      for (const listener of listeners) listener.commandBegins?.(client, entry, args);
    },
    ends(client, entry, cost) {
      for (const listener of listeners) listener.commandEnds?.(client, entry, cost);
    },
  };
}

function heapObserverOf(listeners: readonly EngineListener[]): HeapObserver | null {
  if (listeners.length === 0) return null;
  return {
    allocated(slotBytes) {
      for (const listener of listeners) listener.allocated?.(slotBytes);
    },
    freed(slotBytes) {
      for (const listener of listeners) listener.freed?.(slotBytes);
    },
  };
}

function keyListenerOf(listeners: readonly EngineListener[]): KeyspaceListener {
  return {
    modified(db, key) {
      for (const listener of listeners) listener.keyModified?.(db, key);
    },
    event(_eventClass, event, db, key) {
      for (const listener of listeners) listener.keyEvent?.(event, db, key);
    },
  };
}
