/** The identity of a connection: its name and its user. Shared by AUTH, HELLO, RESET and CLIENT. */
import { latin1 } from '../../base/bytes.ts';
import { ReplyError } from '../../base/errors.ts';
import { logDenial } from '../../state/acl/denials.ts';
import type { Client } from '../../state/client/client.ts';
import type { Server } from '../../state/server.ts';

/** `said` is the command, AUTH or HELLO, for the ACL log. */
export function authenticate(
  server: Server,
  client: Client,
  name: Uint8Array,
  password: Uint8Array,
  said: Uint8Array,
): void {
  const user = server.acl.find(latin1(name));
  if (user === null || !user.enabled || !user.accepts(password)) {
    logDenial(server, client, { reason: 'auth', object: latin1(said), username: latin1(name) });
    throw new ReplyError('WRONGPASS invalid username-password pair or user is disabled.');
  }
  client.user = user;
  client.authenticated = true;
}

/** The identity of a new connection. */
export function logOut(server: Server, client: Client): void {
  client.user = server.acl.defaultUser;
  client.authenticated = !server.acl.needsLogin;
}

/** A name has no blanks, so that CLIENT LIST can be parsed; an empty one removes the name. */
export function setClientName(client: Client, name: Uint8Array): void {
  if (name.some((byte) => byte < 0x21 || byte > 0x7e)) {
    throw new ReplyError('ERR Client names cannot contain spaces, newlines or special characters.');
  }
  client.name = latin1(name);
}
