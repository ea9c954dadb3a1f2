/** The sentences of a text that have their end, with the blank after the last one. */
export function wholeSentences(text: string): string {
  return /^.*(?:[.!?] |[。！？])/s.exec(text)?.[0] ?? '';
}
