import { expect, test } from 'vitest';
import { IdleCollection } from '../../../daemon/platform/system/idle-collection.ts';

const MB = 1_000_000;

function scene() {
  const heap = { bytes: 40 * MB, live: 25 * MB, collections: 0 };
  const collection = new IdleCollection({
    used: () => heap.bytes,
    collect: () => {
      heap.bytes = heap.live;
      heap.collections += 1;
    },
  });
  return { heap, collection };
}

test('garbage is collected once a thread has become idle, and not while it works', () => {
  const { heap, collection } = scene();
  collection.look(0.9);
  expect(heap.collections).toBe(0);
  collection.look(0.001);
  expect([heap.collections, heap.bytes]).toEqual([1, 25 * MB]);
});

test('an idle thread is collected again only when its heap has grown', () => {
  const { heap, collection } = scene();
  for (let look = 0; look < 5; look++) collection.look(0);
  expect(heap.collections).toBe(1);
  heap.bytes += 1 * MB;
  collection.look(0);
  expect(heap.collections).toBe(1);
  heap.bytes += 20 * MB;
  collection.look(0);
  expect([heap.collections, heap.bytes]).toEqual([2, 25 * MB]);
});
