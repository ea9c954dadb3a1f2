import { describe, expect, it } from 'vitest';
import { between, cameraOn, clampCamera, panBy, scaleBar, wholeWorld, xOf, yOf, zoomAt } from './camera.ts';

const size = { width: 800, height: 300 };

describe('the camera', () => {
  it('sees the whole world, and no more', () => {
    const camera = cameraOn(wholeWorld, size, 1);
    expect(yOf(90, camera, size)).toBeCloseTo(0);
    expect(yOf(-90, camera, size)).toBeCloseTo(300);
    expect(zoomAt(camera, size, 0.1, 10, 10)).toEqual(camera);
  });

  it('keeps the place under the pointer when it zooms', () => {
    const camera = clampCamera({ longitude: 100, latitude: 30, scale: 20 }, size);
    const closer = zoomAt(camera, size, 3, 600, 100);
    const longitude = camera.longitude + (600 - 400) / camera.scale;
    const latitude = camera.latitude - (100 - 150) / camera.scale;
    expect(xOf(longitude, closer, size)).toBeCloseTo(600);
    expect(yOf(latitude, closer, size)).toBeCloseTo(100);
  });

  it('goes round the world sideways and stops at the poles', () => {
    const camera = clampCamera({ longitude: 179, latitude: 80, scale: 20 }, size);
    const moved = panBy(camera, size, -100, 10_000);
    expect(moved.longitude).toBeCloseTo(-176);
    expect(moved.latitude + size.height / 2 / moved.scale).toBeCloseTo(90);
  });

  it('flies from here to there', () => {
    const from = cameraOn(wholeWorld, size, 1);
    const to = clampCamera({ longitude: 116, latitude: 39, scale: 5000 }, size);
    expect(between(from, to, 0)).toEqual(from);
    const end = between(from, to, 1);
    expect(end.scale).toBeCloseTo(5000);
    expect(end.longitude).toBeCloseTo(116);
  });

  it('has a scale of a round length', () => {
    const { metres, width } = scaleBar({ longitude: 0, latitude: 0, scale: 10 }, 110);
    expect(metres).toBe(1_000_000);
    expect(width).toBeLessThanOrEqual(110);
  });
});
