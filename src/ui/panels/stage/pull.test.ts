import { expect, test } from 'vitest';
import { pulling } from './pull.ts';

const root = { setPointerCapture: () => {} } as unknown as HTMLElement;

function pointer(clientX: number, part: Partial<PointerEvent> = {}): PointerEvent {
  return { pointerType: 'mouse', button: 0, pointerId: 1, clientX, clientY: 0, ...part } as PointerEvent;
}

function hand(canTake = true) {
  const pulled: number[] = [];
  const handlers = pulling(root, {
    axis: 'x',
    take: () => (canTake ? 'list' : null),
    unit: () => 20,
    pull: (_, things) => pulled.push(things),
  });
  return { pulled, ...handlers };
}

test('things move by whole things, and left-over pixels count on', () => {
  const { pulled, pointerdown, pointermove } = hand();
  pointerdown!(pointer(100));
  for (const x of [95, 81, 79, 35, 50, 76]) pointermove!(pointer(x));
  expect(pulled).toEqual([1, 2, -1]);
});

test('a finger, another pointer, or a released one pulls nothing, nor does one over nothing', () => {
  const { pulled, pointerdown, pointermove, pointerup } = hand();
  pointerdown!(pointer(100, { pointerType: 'touch' }));
  pointermove!(pointer(0));
  pointerdown!(pointer(100));
  pointermove!(pointer(0, { pointerId: 2 }));
  pointerup!(pointer(100));
  pointermove!(pointer(0));
  expect(pulled).toEqual([]);
  const nothing = hand(false);
  nothing.pointerdown!(pointer(100));
  nothing.pointermove!(pointer(0));
  expect(nothing.pulled).toEqual([]);
});
