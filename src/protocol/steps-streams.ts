/**
 * Steps of streams and their consumer groups. `stream` and `group` are heap addresses, `node` is the id of a node's
 * master entry, `consumer` is the printable name.
 */

export type StreamStep =
  /** A node with a new listpack was started: the first one, or because the last one was full. */
  | {
      readonly type: 'stream.node';
      readonly stream: number;
      readonly node: string;
      readonly why: 'first' | 'entries' | 'bytes';
    }
  /** An entry is at the end of its node. */
  | {
      readonly type: 'stream.append';
      readonly stream: number;
      readonly node: string;
      readonly id: string;
      /** Its fields are those of the master entry, and were left out. */
      readonly sameFields: boolean;
    }
  /** Entries were marked as deleted; they stay where they are. `id` is the last of them. */
  | {
      readonly type: 'stream.delete';
      readonly stream: number;
      readonly node: string;
      readonly id: string;
      readonly entries: number;
    }
  /** A whole node went, by a trim or with its last entry. */
  | {
      readonly type: 'stream.drop';
      readonly stream: number;
      readonly node: string;
      readonly entries: number;
      readonly why: 'trim' | 'empty';
    }
  /** An approximate trim reached a node of which only a part is due, and left it whole. */
  | {
      readonly type: 'stream.keep';
      readonly stream: number;
      readonly node: string;
      readonly entries: number;
    };

export type GroupStep =
  | {
      readonly type: 'group.create';
      readonly stream: number;
      readonly group: number;
      readonly name: string;
      readonly lastId: string;
    }
  | {
      readonly type: 'group.destroy';
      readonly stream: number;
      readonly name: string;
      readonly pending: number;
    }
  | { readonly type: 'group.join'; readonly group: number; readonly consumer: string }
  /** A consumer was removed, with everything pending for it. */
  | {
      readonly type: 'group.leave';
      readonly group: number;
      readonly consumer: string;
      readonly pending: number;
    }
  /** The group has read up to another id. */
  | { readonly type: 'group.position'; readonly group: number; readonly from: string; readonly id: string }
  /** An entry is pending for a consumer; `from` had it before, which may be the same one. */
  | {
      readonly type: 'group.deliver';
      readonly group: number;
      readonly consumer: string;
      readonly from: string | null;
      readonly id: string;
      readonly deliveries: string;
      readonly how: 'new' | 'again' | 'claim';
    }
  /** An entry is not pending any more: acknowledged, or found to have been deleted from the stream. */
  | {
      readonly type: 'group.release';
      readonly group: number;
      readonly consumer: string;
      readonly id: string;
      readonly why: 'acknowledged' | 'deleted';
    };
