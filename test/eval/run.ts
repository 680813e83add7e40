import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { corporaRoot } from '../support/corpora.ts';
import { corporaPresent } from './corpora.ts';
import { evaluateCriteria } from './criteria.ts';
import { judgeGoals } from './goals.ts';
import { evaluateInjection, measurePart, type Tally } from './injection.ts';
import { evaluateLanguage, evaluateSpam, evaluateTime } from './mail-rows.ts';
import { evaluatePii } from './pii.ts';
import { evaluateReplyText } from './reply-text.ts';
import { evaluateSecrets } from './secrets.ts';
import { type Row, renderTable } from './table.ts';
import { readSources } from './training/sources.ts';

/** One part of the measurement of injection, in a process of its own. */
const PART = process.env.AGENTMAIL_EVAL_PART;
/** Bytes of the answer of a part. */
const MAX_ANSWER = 1_000_000;

async function measureApart(part: string): Promise<[string, Tally][]> {
  const env = { ...process.env, AGENTMAIL_EVAL_PART: part };
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename], {
    env,
    maxBuffer: MAX_ANSWER,
  });
  return JSON.parse(stdout) as [string, Tally][];
}

/** Measures the scanners on the development corpora: one table. `--unseen` also leaves whole sources out. */

if (!corporaPresent()) {
  process.stderr.write(
    `THE CORPORA ARE ABSENT: nothing was measured. They were expected at ${corporaRoot};\n`,
  );
  process.stderr.write('set AGENTMAIL_CORPORA to the folder that has their MANIFEST.md.\n');
  process.exitCode = 1;
} else if (PART !== undefined) {
  process.stdout.write(JSON.stringify(await measurePart(await readSources(), PART)));
} else {
  const injection = evaluateInjection(process.argv.includes('--unseen'), measureApart);
  const sources = await readSources();
  const rows: Row[] = [
    ...(await injection),
    ...evaluatePii(sources),
    ...evaluateSecrets(),
    ...evaluateReplyText(),
    ...(await evaluateCriteria()),
    ...(await evaluateLanguage(sources.mails)),
    ...evaluateSpam(sources),
    ...(await evaluateTime(sources.mails)),
  ];
  const { table, passes } = judgeGoals(rows);
  process.stdout.write(`${renderTable(rows)}\n\n${table}\n`);
  if (!passes) process.exitCode = 1;
}
