/**
 * A view as it is now, made of the parts of an earlier one wherever they are equal. Both look the same; but what is
 * one object in many pictures is kept once, and crosses to the page once.
 */
export function sharing<View>(before: unknown, after: View): View {
  return common(before, after) as View;
}

function common(before: unknown, after: unknown): unknown {
  if (before === after) return after;
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return after;
  if (after instanceof Uint8Array) {
    return before instanceof Uint8Array && equalBytes(before, after) ? before : after;
  }
  if (Array.isArray(after)) return Array.isArray(before) ? commonList(before, after) : after;
  if (Object.getPrototypeOf(after) !== Object.prototype || Array.isArray(before)) return after;
  return commonRecord(before as Record<string, unknown>, after as Record<string, unknown>);
}

function commonList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  let isSame = before.length === after.length;
  const result = after.map((item, at) => {
    const part = common(before[at], item);
    if (part !== before[at]) isSame = false;
    return part;
  });
  return isSame ? before : result;
}

function commonRecord(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(after);
  let isSame = names.length === Object.keys(before).length;
  const parts = names.map((name): [string, unknown] => {
    const known = Object.hasOwn(before, name);
    const part = known ? common(before[name], after[name]) : after[name];
    if (!known || part !== before[name]) isSame = false;
    return [name, part];
  });
  return isSame ? before : Object.fromEntries(parts);
}

function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
