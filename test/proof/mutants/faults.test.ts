import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AREAS, FAULTS } from './faults/index.ts';
import { mutated } from './workshop.ts';

describe.each(AREAS)('the faults in %s', (area) => {
  it('each change one place of a file, and name tests', () => {
    expect(FAULTS[area].length).toBeGreaterThan(0);
    for (const fault of FAULTS[area]) {
      const source = readFileSync(fault.file, 'utf8');
      expect(mutated(source, fault), fault.find).not.toBe(source);
      expect(fault.tests.length, fault.find).toBeGreaterThan(0);
      for (const test of fault.tests) expect(existsSync(test), test).toBe(true);
    }
  });

  it('are all different', () => {
    const keys = FAULTS[area].map(({ file, find, replace }) => JSON.stringify([file, find, replace]));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
