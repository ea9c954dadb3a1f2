import { expect, test } from 'vitest';
import { replyParts, requestParts } from './resp-spans.ts';
import { encodeUtf8 } from './utf8.ts';

function spansOf(text: string, read = replyParts): string[] {
  const { spans } = read(encodeUtf8(text));
  return spans.map(({ from, to, role }) => `${role} ${JSON.stringify(text.slice(from, to))}`);
}

test('every byte has one role, in order', () => {
  expect(spansOf('*2\r\n$3\r\nfoo\r\n:12\r\n')).toEqual([
    'type "*"',
    'length "2"',
    'end "\\r\\n"',
    'type "$"',
    'length "3"',
    'end "\\r\\n"',
    'payload "foo"',
    'end "\\r\\n"',
    'type ":"',
    'payload "12"',
    'end "\\r\\n"',
  ]);
});

test('trees of both protocols', () => {
  const text = '%1\r\n+a\r\n~2\r\n#t\r\n_\r\n>1\r\n$-1\r\n';
  const { nodes, wholeTo } = replyParts(encodeUtf8(text));
  expect(nodes.map(({ kind, depth, parent }) => [kind, depth, parent])).toEqual([
    ['map', 0, -1],
    ['status', 1, 0],
    ['set', 1, 0],
    ['boolean', 2, 2],
    ['nil', 2, 2],
    ['push', 0, -1],
    ['nil', 1, 5],
  ]);
  expect(wholeTo).toBe(text.length);
});

test('an inline command, a pipeline, and a rest that waits', () => {
  const text = 'PING\r\n*1\r\n$4\r\nPING\r\n*2\r\n$3\r\nGE';
  const { nodes, wholeTo } = requestParts(encodeUtf8(text));
  expect(nodes.filter(({ parent }) => parent === -1).map(({ kind, whole }) => [kind, whole])).toEqual([
    ['inline', true],
    ['array', true],
    ['array', false],
  ]);
  expect(wholeTo).toBe(text.indexOf('*2'));
  expect(spansOf('SET a b\n', requestParts)).toEqual(['inline "SET a b"', 'end "\\n"']);
});

test('bytes that are no RESP are said to be broken, and lengths cut in two are not', () => {
  expect(spansOf('?x\r\n')).toEqual(['broken "?x\\r\\n"']);
  expect(replyParts(encodeUtf8('$1')).nodes).toMatchObject([{ kind: 'string', whole: false }]);
  expect(replyParts(encodeUtf8('$x\r\n')).nodes).toMatchObject([{ kind: 'broken' }]);
});

test('payloads may hold line ends and zeros', () => {
  const { nodes } = replyParts(encodeUtf8('$4\r\n\r\n\0x\r\n'));
  expect(nodes).toMatchObject([{ kind: 'string', payloadFrom: 4, payloadTo: 8, whole: true }]);
});
