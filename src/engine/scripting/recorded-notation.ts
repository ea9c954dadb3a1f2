/** Replies in the notation of the recorded files: `"text"`, `:1`, `+OK`, `-ERR …`, `nil`, `[…]`. A character per byte. */
import { type RespNode, replyParts } from '../../protocol/resp-spans.ts';
import { bytesOf } from '../base/bytes.ts';

export function notationOf(reply: string): string {
  const { nodes } = replyParts(bytesOf(reply));
  const children = new Map<number, RespNode[]>(nodes.map(({ id }) => [id, []]));
  for (const node of nodes) children.get(node.parent)?.push(node);

  const written = ({ id, kind, from, payloadFrom, payloadTo }: RespNode): string => {
    const payload = reply.slice(payloadFrom, payloadTo);
    const items = () => children.get(id)!.map(written).join(',');
    switch (kind) {
      case 'nil':
        return 'nil';
      case 'string':
        return JSON.stringify(payload);
      case 'verbatim':
        return `=${JSON.stringify(payload)}`;
      case 'boolean':
        return payload === 't' ? 'true' : 'false';
      case 'array':
      case 'push':
        return `[${items()}]`;
      case 'set':
        return `~[${items()}]`;
      case 'map':
        return `%{${items()}}`;
      case 'broken':
        return `?${reply.slice(from)}`;
      default:
        return `${reply[from]}${payload}`;
    }
  };
  return nodes.length === 0 ? '?' : written(nodes[0]);
}
