/**
 * Commands to another server and its replies, in order. Commands may be sent before the connection stands. Replies that
 * nobody asked for are messages of a subscription.
 */
import { encodeCommand, type Reply, ReplyReader, RespError } from '../../../protocol/resp.ts';
import type { Address } from '../../../protocol/session.ts';
import { utf8 } from '../../base/bytes.ts';
import type { Link, Links } from '../links.ts';

export interface ConversationOwner {
  /** A message of a subscription. */
  message(reply: Reply): void;
  /** It was refused, it is gone, or what came was no reply. Commands under way get none. */
  ended(): void;
}

export class Conversation {
  readonly #link: Link;
  readonly #reader = new ReplyReader();
  readonly #waiting: ((reply: Reply) => void)[] = [];
  readonly #owner: ConversationOwner;

  constructor(links: Links, to: Address, owner: ConversationOwner) {
    this.#owner = owner;
    this.#link = links.dial(to, {
      connected: () => {},
      received: (bytes) => this.#receive(bytes),
      ended: () => owner.ended(),
    });
  }

  /** Our end of the connection; null until it stands. */
  get local(): Address | null {
    return this.#link.local;
  }

  send(args: readonly string[], onReply: (reply: Reply) => void): void {
    this.#waiting.push(onReply);
    this.#link.send(encodeCommand(args.map(utf8)));
  }

  /** Nothing is heard of it any more. */
  close(): void {
    this.#waiting.length = 0;
    this.#link.hangUp();
  }

  #receive(bytes: Uint8Array): void {
    this.#reader.push(bytes);
    try {
      // What a reply leads to may close this conversation.
      while (this.#link.isOpen) {
        const reply = this.#reader.next();
        if (reply === undefined) return;
        const onReply = this.#waiting.shift();
        if (onReply === undefined) this.#owner.message(reply);
        else onReply(reply);
      }
    } catch (problem) {
      if (!(problem instanceof RespError)) throw problem;
      this.close();
      this.#owner.ended();
    }
  }
}
