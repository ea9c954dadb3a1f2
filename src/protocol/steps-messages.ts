/** Steps of what goes on between clients: messages, and word of keys that somebody has cached. */
export type MessageStep =
  | {
      readonly type: 'pubsub.subscribed' | 'pubsub.unsubscribed';
      readonly client: number;
      readonly kind: 'channel' | 'pattern' | 'shard';
      readonly name: string;
    }
  /** A message is about to be written to its receivers; without any it is not told. */
  | {
      readonly type: 'pubsub.published';
      /** Whose command it was; 0 when the server spoke by itself. */
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
  /** A client was told that keys it may have cached have changed; null for all keys there are. */
  | {
      readonly type: 'tracking.invalidated';
      /** The client that tracks, and the one that was told, which is another where it redirects. */
      readonly client: number;
      readonly to: number;
      readonly keys: readonly string[] | null;
    };
