import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Client } from '../../../client/client.ts';
import type { ProgramContext } from '../../../command.ts';
import { writeTrouble } from '../../../machine/home/write-trouble.ts';
import type { CaseResult, TestReport } from '../../../output/views/policy-tests.ts';
import { assertNoAgent } from '../actual/read.ts';
import { readCases } from './cases.ts';
import { junitOf } from './junit.ts';
import { withOwnDaemon } from './own-daemon.ts';
import { runCase } from './run.ts';

interface TestInput {
  readonly file: string;
  readonly setup: string | undefined;
  readonly junit: string | undefined;
}

/** Runs the tests of a file, against the daemon or one of their own. */
export async function runTests(
  context: ProgramContext,
  { file, setup, junit }: TestInput,
): Promise<TestReport> {
  const cases = await readCases(context, file);
  const runAll = async (client: Client) => {
    const results: CaseResult[] = [];
    for (const each of cases) results.push(await runCase(client, each));
    return results;
  };
  const results =
    setup === undefined ? await onDaemon(context, runAll) : await withOwnDaemon(context, setup, runAll);
  const failed = results.filter(({ ok }) => !ok).length;
  const report = { results, passed: results.length - failed, failed };
  if (junit !== undefined) {
    await writeFile(junit, junitOf(report, basename(file))).catch((error: unknown) => {
      throw writeTrouble(junit, error);
    });
  }
  return report;
}

async function onDaemon<T>(context: ProgramContext, act: (client: Client) => Promise<T>): Promise<T> {
  const client = await context.client();
  await assertNoAgent(client);
  return act(client);
}
