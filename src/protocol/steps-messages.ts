/** Steps between clients: published messages and invalidations of cached keys. */
export type MessageStep =
  | {
      readonly type: 'pubsub.subscribed' | 'pubsub.unsubscribed';
      readonly client: number;
      readonly kind: 'channel' | 'pattern' | 'shard';
      readonly name: string;
    }
  /** A message is about to be written to its receivers; not emitted if there are none. */
  | {
      readonly type: 'pubsub.published';
      /** The client that published; 0 if the server did. */
      readonly client: number;
      readonly channel: string;
      readonly message: string;
      readonly shard: boolean;
      readonly receivers: number;
    }
  /** It was written to one of them, by name or through a pattern. */
  | {
      readonly type: 'pubsub.delivered';
      readonly client: number;
      readonly channel: string;
      readonly pattern: string | null;
    }
  /** The server has noted that a client keeps a key. */
  | { readonly type: 'tracking.remembered'; readonly client: number; readonly key: string }
  /** A client got an invalidation for keys it may have cached; null for all keys. */
  | {
      readonly type: 'tracking.invalidated';
      /** The tracking client, and the client that got the message, which differs with REDIRECT. */
      readonly client: number;
      readonly to: number;
      readonly keys: readonly string[] | null;
    };
