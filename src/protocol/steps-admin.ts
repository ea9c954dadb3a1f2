/** Steps of permissions, the slow log and pauses. */
export type AdminStep =
  /** A command, key, channel or login was denied. */
  | { readonly type: 'acl.denied'; readonly client: number; readonly reason: string; readonly object: string }
  /** ACL SETUSER changed a user, or made one. */
  | { readonly type: 'acl.changed'; readonly user: string; readonly wasUnlimited: boolean }
  /** A command was slow enough for the slow log. */
  | { readonly type: 'slowlog.added'; readonly command: string; readonly microseconds: number };
