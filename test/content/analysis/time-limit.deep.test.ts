import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AnalysisPool } from '../../../daemon/content/analysis/pool.ts';
import type { InboundTask } from '../../../daemon/content/analysis/tasks.ts';
import type { ClamdAddress } from '../../../daemon/content/scanning/types.ts';
import { createLog } from '../../../daemon/platform/system/log.ts';
import { mailWith } from '../../mail/attachments/support.ts';

function startPool(limit: number): AnalysisPool {
  const pool = new AnalysisPool(limit, createLog('silent', process.stderr));
  onTestFinished(() => pool.close());
  return pool;
}

function taskOf(raw: Uint8Array, clamd: ClamdAddress | null = null): InboundTask {
  return {
    raw,
    size: raw.length,
    scope: { policy: null, urlReputationActive: true, blockedUrls: [], clamd },
  };
}

/** Costs about a tenth of a second of a processor. */
const LONG = Buffer.from(`Subject: Long\r\n\r\n${'1 1 '.repeat(40_000)}\r\n`);

const isWhole = (scan: { categories: readonly { category: string }[] }) =>
  scan.categories.every(({ category }) => category !== 'scan_incomplete');

describe('the time limit of a scan', () => {
  it('begins with the scan, however long the message waited for its turn', async () => {
    const pool = startPool(1000);
    const results = await Promise.all(
      Array.from({ length: 16 * pool.threads.small }, () => pool.inbound([taskOf(LONG)])),
    );
    expect(results.flat().map(({ scan }) => isWhole(scan))).not.toContain(false);
  });

  it('ends a scan that uses more', async () => {
    const [result] = await startPool(20).inbound([
      taskOf(Buffer.concat(Array.from({ length: 20 }, () => LONG))),
    ]);
    expect(JSON.stringify(result?.scan)).toContain('The scan timed out');
  });

  it('counts the time in which the scan waits for ClamAV', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const raw = await mailWith([{ filename: 'a.txt', content: 'Hello' }]);
    const pool = startPool(1000);
    const [result] = await pool.inbound([taskOf(raw, { host: '127.0.0.1', port })]);
    expect(JSON.stringify(result?.scan)).toContain('The scan timed out');
  });
});
