/** How many elements a reply has: 1 for one that is no aggregate, its leaves otherwise; nulls count, empty ones do not. */
const LF = 10;
const [ARRAY, PUSH, SET, MAP] = [42, 62, 126, 37];
const [BULK, VERBATIM] = [36, 61];

export function leavesIn(reply: Uint8Array): number {
  let leaves = 0;
  let at = 0;
  while (at < reply.length) {
    const type = reply[at];
    const lineEnd = reply.indexOf(LF, at);
    if (lineEnd === -1) return leaves;
    const isHead = type === ARRAY || type === PUSH || type === SET || type === MAP;
    const isString = type === BULK || type === VERBATIM;
    const length = isHead || isString ? numberAt(reply, at + 1) : 0;
    at = lineEnd + 1;
    if (isString && length >= 0) at += length + 2;
    if (!isHead || length < 0) leaves++;
  }
  return leaves;
}

function numberAt(bytes: Uint8Array, start: number): number {
  if (bytes[start] === 45) return -1;
  let value = 0;
  for (let at = start; bytes[at] >= 48 && bytes[at] <= 57; at++) value = value * 10 + bytes[at] - 48;
  return value;
}
