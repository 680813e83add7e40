import { parseArgs } from 'node:util';
import type { Fault } from './fault.ts';
import { AREAS, type Area, FAULTS } from './faults/index.ts';
import { Workshop } from './workshop.ts';

/**
 * `npm run mutants -- [AREA…] [--list | --apply N]`: makes faults in a copy of the checkout, one at a time,
 * and runs the tests that should notice. Prints the share of faults that they noticed.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, apply: { type: 'string' } },
});
const chosen = positionals.length === 0 ? AREAS : AREAS.filter((area) => positionals.includes(area));
if (chosen.length < positionals.length) {
  throw new Error(`There is no such area. Choose from ${AREAS.join(', ')}.`);
}

const say = (line: string) => process.stdout.write(`${line}\n`);

function titleOf({ file, find, replace, equivalent }: Fault, number: number): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60);
  const note = equivalent === undefined ? '' : ` (equivalent: ${equivalent})`;
  return `${number}. ${file}: ${short(find)} → ${short(replace) || '(nothing)'}${note}`;
}

function list(area: Area): void {
  say(`${area}:`);
  for (const [at, fault] of FAULTS[area].entries()) say(`  ${titleOf(fault, at + 1)}`);
}

/** Leaves a copy with one fault, to look into. */
function apply(area: Area, number: number): void {
  const fault = FAULTS[area][number - 1];
  if (!fault) throw new Error(`${area} has ${FAULTS[area].length} faults.`);
  const workshop = new Workshop();
  workshop.make(fault);
  say(`${titleOf(fault, number)}\nin ${workshop.folder}; run there: npx vitest run --config`);
  say(`.config/vitest.config.ts ${fault.tests.join(' ')}`);
}

/** Prints the score of an area; returns the faults that no test noticed. */
async function run(workshop: Workshop, area: Area): Promise<readonly string[]> {
  const faults = FAULTS[area];
  const tests = [...new Set(faults.flatMap((fault) => fault.tests))];
  if (!(await workshop.passes(tests))) throw new Error(`The tests of ${area} fail without a fault.`);
  const unnoticed: string[] = [];
  let equivalent = 0;
  for (const [at, fault] of faults.entries()) {
    if (fault.equivalent !== undefined) {
      equivalent++;
      continue;
    }
    const undo = workshop.make(fault);
    const survived = await workshop.passes(fault.tests);
    undo();
    const title = titleOf(fault, at + 1);
    say(`${survived ? 'unnoticed' : 'noticed  '} ${title}`);
    if (survived) unnoticed.push(title);
  }
  // Otherwise an earlier fault could be what later ones are noticed by.
  if (!(await workshop.passes(tests)))
    throw new Error(`The tests of ${area} fail after the faults were undone.`);
  const real = faults.length - equivalent;
  const share = Math.round((100 * (real - unnoticed.length)) / real);
  say(`${area}: ${real - unnoticed.length} of ${real} noticed (${share} %), ${equivalent} equivalent`);
  return unnoticed;
}

if (values.list) for (const area of chosen) list(area);
else if (values.apply !== undefined) {
  const [area] = chosen;
  if (area === undefined || chosen.length > 1) throw new Error('--apply needs one area.');
  apply(area, Number(values.apply));
} else {
  const workshop = new Workshop();
  try {
    const unnoticed: string[] = [];
    for (const area of chosen) unnoticed.push(...(await run(workshop, area)));
    process.exitCode = unnoticed.length > 0 ? 1 : 0;
  } finally {
    await workshop.remove();
  }
}
