import { corporaPresent, corporaRoot } from './corpora.ts';
import { evaluateCriteria } from './criteria.ts';
import { evaluateInjection } from './injection.ts';
import { evaluateLanguage, evaluateSpam, evaluateTime } from './mail-rows.ts';
import { evaluatePii } from './pii.ts';
import { evaluateSecrets } from './secrets.ts';
import { type Row, renderTable } from './table.ts';
import { readSources } from './training/sources.ts';

/** Measures the scanners on the development corpora: one table. `--unseen` also leaves whole sources out. */

if (!corporaPresent()) {
  process.stderr.write(
    `THE CORPORA ARE ABSENT: nothing was measured. They were expected at ${corporaRoot};\n`,
  );
  process.stderr.write('set AGENTMAIL_CORPORA to the folder that has their MANIFEST.md.\n');
  process.exitCode = 1;
} else {
  const sources = await readSources();
  const rows: Row[] = [
    ...(await evaluateInjection(sources, process.argv.includes('--unseen'))),
    ...evaluatePii(sources),
    ...evaluateSecrets(),
    ...(await evaluateCriteria()),
    ...(await evaluateLanguage(sources.mails)),
    ...evaluateSpam(sources),
    ...(await evaluateTime(sources.mails)),
  ];
  process.stdout.write(`${renderTable(rows)}\n`);
}
