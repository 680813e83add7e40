import { benchLists } from './lists.ts';
import { type Figure, formatFigure } from './report.ts';
import { benchSmtp } from './smtp.ts';

/** `npm run bench [NAME …]`: ratios against references that are measured in the same run. */
const BENCHES: Readonly<Record<string, (rounds: number) => Promise<Figure[]>>> = {
  lists: benchLists,
  smtp: benchSmtp,
};

const ROUNDS = 5;
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(
    `unknown bench: ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}\n`,
  );
  process.exit(2);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const figure of await bench(ROUNDS)) process.stdout.write(`${formatFigure(figure)}\n`);
}
