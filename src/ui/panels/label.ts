/** Keys as labels: how wide they are in a monospaced font, and how to cut one that does not fit. */

/** Characters that take two columns of a monospaced font: CJK, kana, hangul, full-width forms, emoji. */
function isWide(codePoint: number): boolean {
  return (
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe4f) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    (codePoint >= 0xffe0 && codePoint <= 0xffe6) ||
    (codePoint >= 0x1f300 && codePoint <= 0x1faff) ||
    (codePoint >= 0x20000 && codePoint <= 0x3fffd)
  );
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += isWide(character.codePointAt(0)!) ? 2 : 1;
  return columns;
}

/**
 * Cuts in the middle, because keys differ at the end (`user:profile:1001`) and are grouped by the
 * beginning; a cut tail would make neighbours look alike.
 */
export function cutToColumns(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  if (columns <= 1) return '…';
  const characters = [...text];
  const headRoom = Math.floor((columns - 1) / 2);
  const tailRoom = columns - 1 - headRoom;
  let head = '';
  let used = 0;
  for (const character of characters) {
    const width = columnsOf(character);
    if (used + width > headRoom) break;
    head += character;
    used += width;
  }
  let tail = '';
  used = 0;
  for (let i = characters.length - 1; i >= 0; i--) {
    const width = columnsOf(characters[i]);
    if (used + width > tailRoom) break;
    tail = characters[i] + tail;
    used += width;
  }
  return `${head}…${tail}`;
}

/** A name as a label: the empty one is visible too. */
export function nameInLabel(name: string): string {
  return name === '' ? '""' : name;
}

/** A key inside a sentence: quoted only if it would be invisible or run into the words around it. */
export function keyInSentence(key: string): string {
  return key === '' || /\s/.test(key) ? `"${key}"` : key;
}
