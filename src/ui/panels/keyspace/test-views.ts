/** Views for the tests of this folder: possible answers of an engine, made by hand and shown nowhere. */
import type { KeyRow, KeyspaceView, Window } from '../../../protocol/views.ts';

const encoder = new TextEncoder();

function row(
  key: string,
  type: string,
  encoding: string,
  preview: string,
  memoryBytes: number,
  expireAtMs: number,
  nth: number,
): KeyRow {
  return {
    key,
    keyBytes: encoder.encode(key),
    type,
    encoding,
    preview,
    memoryBytes,
    expireAtMs,
    address: 0x7f50_0000 + nth * 0x40,
  };
}

export const sampleNowMs = Date.UTC(2024, 0, 1, 12, 0, 0);

export function sampleKeyspace(): KeyspaceView {
  const rows: KeyRow[] = [
    row('article:42:views', 'string', 'int', '10482', 56, -1, 0),
    row(
      'cart:7',
      'string',
      'raw',
      '{"items":[{"sku":"A-1009","count":2},{"sku":"B-77","count":1}]',
      176,
      -1,
      1,
    ),
    row('session:9f3c', 'string', 'embstr', 'user:7', 72, sampleNowMs + 90_000, 2),
    row('short', 'string', 'embstr', 'soon gone', 64, sampleNowMs + 2_400, 3),
    row('stock:123', 'string', 'int', '0', 56, -1, 4),
    row('user:1', 'string', 'embstr', 'ann', 56, sampleNowMs + 3_600_000, 5),
    row('user:2', 'string', 'embstr', '李雷', 56, -1, 6),
    row('\\x00\\xff binary', 'string', 'embstr', '\\xe2\\x28\\xa1', 64, -1, 7),
  ];
  return {
    kind: 'keyspace',
    db: 0,
    nowMs: sampleNowMs,
    keys: rows.length,
    volatileKeys: rows.filter((candidate) => candidate.expireAtMs >= 0).length,
    order: 'name',
    from: 0,
    rows,
    usedMemoryBytes: 1_048_930,
  };
}

export function hugeKeyspace(window: Window): KeyspaceView {
  const keys = 1_000_000;
  const rows = Array.from({ length: Math.min(window.count, keys - window.from) }, (_, nth) => {
    const number = (Math.imul(window.from + nth, 2654435761) >>> 8) % keys;
    return row(
      `key:${number}`,
      'string',
      'int',
      String(number * 3),
      56,
      number % 9 === 0 ? sampleNowMs + number * 10 : -1,
      number,
    );
  });
  return {
    kind: 'keyspace',
    db: 0,
    nowMs: sampleNowMs,
    keys,
    volatileKeys: 111_112,
    order: 'bucket',
    from: window.from,
    rows,
    usedMemoryBytes: 92_274_688,
  };
}
