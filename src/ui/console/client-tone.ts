/** Each client has a colour of the theme, in tabs, prompt and log; its number always stands beside it. */
const tones = 6;

export function toneOf(client: number): number {
  return ((client - 1) % tones) + 1;
}
