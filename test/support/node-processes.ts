import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { ProofNode } from '../proof/cluster/node.ts';
import type { Program } from '../proof/world/program.ts';
import { openPostgresRecords, type Records } from '../proof/world/records.ts';
import * as api from './api.ts';
import type { Input } from './calls.ts';
import { freshDatabase } from './postgres.ts';

/** Seconds without a heartbeat after which others take over. */
const TERM = 6;
/** Milliseconds that a takeover may take on a busy machine. */
export const TAKEOVER = { timeout: 120_000, interval: 100 };

/** A node that runs. */
interface RunningNode {
  readonly node: ProofNode;
  readonly program: Program;
}

/** Three nodes as processes on one database. They end with the test. */
export interface NodeProcesses {
  readonly nodes: readonly [RunningNode, RunningNode, RunningNode];
  readonly records: Records;
  /** The node with a lease whose name begins so; the others are the second part. */
  holderOf(lease: string): Promise<[RunningNode, RunningNode[]]>;
}

/** Options of all nodes. */
interface ProcessOptions {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Stored before the nodes start. */
  readonly settings?: Input<typeof api.updateSettings>;
}

export async function startNodeProcesses(options: ProcessOptions): Promise<NodeProcesses> {
  const { flags = [], env = {}, settings } = options;
  const folder = mkdtempSync(join(tmpdir(), 'agentmail-nodes-'));
  const database = await freshDatabase('empty');
  const setup = { folder, database, term: TERM, flags: ['--log-level', 'error', ...flags], env };
  const started = async (name: string, secretOf?: ProofNode): Promise<RunningNode> => {
    const node = await ProofNode.create(name, setup, secretOf);
    onTestFinished(() => node.close());
    if (settings && !secretOf) {
      await (await node.start()).must(null, api.updateSettings, settings);
      await node.stop();
    }
    return { node, program: await node.start() };
  };
  // Runs last: hooks are called in reverse order.
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const records = await openPostgresRecords(database);
  onTestFinished(() => records.close());
  const one = await started('one');
  const others = [await started('two', one.node), await started('three', one.node)] as const;
  const nodes = [one, ...others] as const;
  const holderOf = async (lease: string): Promise<[RunningNode, RunningNode[]]> => {
    const query = `select nodes.name from leases join nodes using (run) where leases.name like '${lease}%'`;
    const names = async () => (await records.all<{ name: string }>(query)).map(({ name }) => name);
    await expect.poll(names, TAKEOVER).toHaveLength(1);
    const [name] = await names();
    const holder = nodes.find(({ node }) => node.name === name);
    if (!holder) throw new Error(`no node has a lease of ${lease}`);
    return [holder, nodes.filter((each) => each !== holder)];
  };
  return { nodes, records, holderOf };
}
