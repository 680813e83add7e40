import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase } from '../../support/postgres.ts';
import { createAccount } from '../world/account.ts';
import { repeatKeys } from './keys.ts';
import { ProofNode } from './node.ts';

/** Repeats keys at three nodes of the built daemon; returns the number of violations. */
export async function proveKeys(rounds: number, say: (text: string) => void): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-keys-'));
  const setup = { folder, database: await freshDatabase('empty'), term: 30, flags: [], env: {} };
  const first = await ProofNode.create('one', setup);
  const nodes = [first];
  try {
    const program = await first.start();
    for (const name of ['two', 'three']) nodes.push(await ProofNode.create(name, setup, first));
    const { admin, mailbox } = await createAccount(program);
    const programs = await Promise.all(nodes.map((node) => node.start()));
    const report = await repeatKeys({ nodes: programs, admin, mailbox: mailbox.id, rounds, progress: say });
    for (const violation of report.violations) say(violation);
    return report.violations.length;
  } finally {
    await Promise.all(nodes.map((node) => node.close()));
    rmSync(folder, { recursive: true, force: true });
  }
}
