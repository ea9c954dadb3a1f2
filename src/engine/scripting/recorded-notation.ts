/** Replies in the notation of the recorded files: `"text"`, `:1`, `+OK`, `-ERR …`, `nil`, `[…]`. A character per byte. */
export function notationOf(reply: string): string {
  const [text] = read(reply, 0);
  return text;
}

function read(reply: string, at: number): [string, number] {
  const end = reply.indexOf('\r\n', at);
  const line = reply.slice(at + 1, end);
  const after = end + 2;
  switch (reply[at]) {
    case ':':
      return [`:${line}`, after];
    case '+':
      return [`+${line}`, after];
    case '-':
      return [`-${line}`, after];
    case '$': {
      const length = Number(line);
      if (length === -1) return ['nil', after];
      return [JSON.stringify(reply.slice(after, after + length)), after + length + 2];
    }
    case '*':
    case '~':
    case '>': {
      const count = Number(line);
      if (count === -1) return ['nil', after];
      return items(reply, after, count, reply[at] === '~' ? '~[' : '[', ']');
    }
    case '%':
      return items(reply, after, Number(line) * 2, '%{', '}');
    case '_':
      return ['nil', after];
    case '#':
      return [line === 't' ? 'true' : 'false', after];
    case ',':
      return [`,${line}`, after];
    case '(':
      return [`(${line}`, after];
    case '=': {
      const length = Number(line);
      return [`=${JSON.stringify(reply.slice(after, after + length))}`, after + length + 2];
    }
    default:
      return [`?${reply.slice(at)}`, reply.length];
  }
}

function items(reply: string, from: number, count: number, open: string, close: string): [string, number] {
  const parts: string[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    const [text, next] = read(reply, at);
    parts.push(text);
    at = next;
  }
  return [`${open}${parts.join(',')}${close}`, at];
}
