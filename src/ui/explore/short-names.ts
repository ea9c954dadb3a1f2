/** The beginnings of names that tell them apart: `writer`, `worker`, `reader` are wr, wo, r. */
export function shortNames(names: readonly string[]): string[] {
  return names.map((name) => {
    for (let length = 1; length < name.length; length++) {
      const short = name.slice(0, length);
      if (names.filter((other) => other.startsWith(short)).length === 1) return short;
    }
    return name;
  });
}
