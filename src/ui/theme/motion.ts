/** Whether the reader asked for less motion. Steps then follow each other without travel. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

export function prefersReducedMotion(): boolean {
  return query?.matches ?? false;
}
