/** How many buckets or nodes a window may show: the levels of zoom, and the steps between them. */
export const zoomLevels = [8, 16, 32, 64] as const;
export type ZoomLevel = (typeof zoomLevels)[number];

/** From any count, which may lie between two levels, to the nearest level on that side. */
export function nextZoom(count: number, direction: 1 | -1): ZoomLevel {
  if (direction > 0) return zoomLevels.find((level) => level > count) ?? 64;
  return zoomLevels.findLast((level) => level < count) ?? zoomLevels[0];
}
