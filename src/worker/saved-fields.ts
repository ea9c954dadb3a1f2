/** Fields of JSON that comes from strangers. */

export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${what} is missing`);
  return value as Record<string, unknown>;
}

export function number(value: unknown, what: string, min: number, max: number): number {
  if (typeof value !== 'number' || !(value >= min && value <= max))
    throw new Error(`${what} is not a number in range`);
  return value;
}

export function integer(value: unknown, what: string, min: number, max: number): number {
  if (!Number.isInteger(value)) throw new Error(`${what} is not a whole number`);
  return number(value, what, min, max);
}
