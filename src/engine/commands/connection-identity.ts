/** Who a connection is: its name and whether it has logged in. Shared by AUTH, HELLO and CLIENT. */
import { bytesOf, equalBytes, latin1 } from '../base/bytes.ts';
import { ReplyError } from '../base/errors.ts';
import type { Client } from '../state/client.ts';
import type { Server } from '../state/server.ts';

/** There is one user, named default; without a password it accepts any. */
export function authenticate(server: Server, client: Client, user: Uint8Array, password: Uint8Array): void {
  const { password: expected } = server.config;
  const known = latin1(user) === 'default';
  if (!known || (expected !== '' && !equalBytes(bytesOf(expected), password))) {
    throw new ReplyError('WRONGPASS invalid username-password pair or user is disabled.');
  }
  client.authenticated = true;
}

/** A name has no blanks, so that CLIENT LIST can be taken apart; an empty one takes the name away. */
export function setClientName(client: Client, name: Uint8Array): void {
  if (name.some((byte) => byte < 0x21 || byte > 0x7e)) {
    throw new ReplyError('ERR Client names cannot contain spaces, newlines or special characters.');
  }
  client.name = latin1(name);
}
