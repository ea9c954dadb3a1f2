/**
 * Labelled byte spans: what each byte of a listpack, ziplist or intset is for. The engine's own decoders
 * make them; the panel colours bytes by role. Spans follow each other without gaps from the first byte to
 * the last.
 */

export type ByteRole =
  /** Bytes of the whole structure (listpack, ziplist). */
  | 'total-bytes'
  /** Where the last entry begins (ziplist). */
  | 'tail-offset'
  /** Number of entries. */
  | 'length'
  /** Width of the integers (intset). */
  | 'width'
  /** Size of the entry before (ziplist). */
  | 'prevlen'
  /** How to read the data, and for strings how long it is. Small integers are stored here entirely. */
  | 'encoding'
  | 'data'
  /** Size of the entry it ends, read from right to left (listpack). */
  | 'backlen'
  /** The byte 0xff that ends everything. */
  | 'end';

export interface ByteSpan {
  readonly role: ByteRole;
  readonly offset: number;
  readonly sizeBytes: number;
  /** Index of the entry it belongs to; -1 for the header and the end. */
  readonly entry: number;
  /**
   * The meaning of the bytes: the number they hold, the name of the encoding, the element as redis-cli would quote it
   * (cut to 64 characters). A header that cannot count that far says '?'.
   */
  readonly value: string;
}

/** Encodings of a listpack entry: unsigned or signed integers and strings, by the bits of number or length. */
export type ListpackEncoding =
  | 'uint7'
  | 'int13'
  | 'int16'
  | 'int24'
  | 'int32'
  | 'int64'
  | 'str6'
  | 'str12'
  | 'str32';

/** Encodings of a ziplist entry; imm4 is an integer from 0 to 12 inside the encoding byte. */
export type ZiplistEncoding =
  | 'imm4'
  | 'int8'
  | 'int16'
  | 'int24'
  | 'int32'
  | 'int64'
  | 'str6'
  | 'str14'
  | 'str32';
