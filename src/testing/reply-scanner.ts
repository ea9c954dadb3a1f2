/**
 * Cuts a stream of RESP2 and RESP3 bytes into complete replies without reading their meaning.
 *
 * A reply is one line (`+OK`), a line and so many bytes (`$3 foo`), or a line and so many further replies (`*2 …`, `%1
 * …`). So one number is state enough: how many elements are still missing. `*2` takes one element away and adds two; at
 * zero the reply is complete. An attribute (`|1 …`) adds its own elements and stands before the element it describes,
 * so it takes none away.
 */
import { elementsPerCount, hasBytes, kindOf, lineEndFrom, numberIn } from '../protocol/resp-elements.ts';

const CR = 0x0d;

export class ReplyScanner {
  /** The bytes of the incomplete reply. */
  #bytes = new Uint8Array(0);
  /** Up to where elements have been counted. */
  #position = 0;
  #missing = 1;

  /** Adds arrived bytes and returns the replies that are complete with them. */
  push(chunk: Uint8Array): Uint8Array[] {
    const joined = new Uint8Array(this.#bytes.length + chunk.length);
    joined.set(this.#bytes);
    joined.set(chunk, this.#bytes.length);
    this.#bytes = joined;

    const replies: Uint8Array[] = [];
    let start = 0;
    while (this.#scanElement()) {
      if (this.#missing > 0) continue;
      replies.push(this.#bytes.slice(start, this.#position));
      start = this.#position;
      this.#missing = 1;
    }
    this.#bytes = this.#bytes.slice(start);
    this.#position -= start;
    return replies;
  }

  /** Moves past one line and its bytes; false if they have not all arrived. */
  #scanElement(): boolean {
    const bytes = this.#bytes;
    const position = this.#position;
    if (position >= bytes.length) return false;
    const lineEnd = lineEndFrom(bytes, position);
    const firstReturn = bytes.indexOf(CR, position);
    // A server never writes a CR into a line.
    if (firstReturn !== lineEnd && firstReturn !== bytes.length - 1) {
      throw this.#malformed('a line that ends without a line feed');
    }
    if (lineEnd === -1) return false;

    const kind = kindOf(bytes[position]);
    if (kind === undefined) throw this.#malformed('no type of reply');
    let end = lineEnd + 2;
    let further = 0;
    if (hasBytes(kind)) {
      const length = this.#count(position + 1, lineEnd);
      if (length >= 0) end += length + 2;
      if (end > bytes.length) return false;
    } else if (elementsPerCount(kind) > 0) {
      further = Math.max(0, this.#count(position + 1, lineEnd)) * elementsPerCount(kind);
    }
    this.#position = end;
    this.#missing += further - (kind === 'attribute' ? 0 : 1);
    return true;
  }

  #count(from: number, to: number): number {
    const count = numberIn(this.#bytes, from, to);
    if (count === null) throw this.#malformed('a count that is no number');
    return count;
  }

  #malformed(what: string): Error {
    const near = Buffer.from(this.#bytes.subarray(this.#position, this.#position + 40)).toString('latin1');
    return new Error(`${what}: ${JSON.stringify(near)}`);
  }
}
