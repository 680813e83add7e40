import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SAME_FOR_MS } from '../../shared/mcp/intents.ts';
import { startCluster, type TestNode } from '../support/cluster.ts';
import { needsPrograms } from '../support/needs.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createAgent, createTenant } from '../support/service.ts';

const MAIL = { to: 'ann@example.com', subject: 'Once', body: 'Only once, please.' };

describe('the same call of a model at several nodes', needsPrograms({ postgresql: hasPostgres() }), () => {
  it('sends once within a quarter of an hour, and again after it', async () => {
    const { nodes, clock } = await startCluster(2);
    const [one, two] = nodes as [TestNode, TestNode];
    const { admin, mailbox } = await createTenant(one, { tier: 'pro' });
    const agent = await createAgent(one, admin, mailbox.id);
    const clientOf = async ({ daemon }: TestNode) => {
      const client = new Client({ name: 'test', version: '1' });
      const headers = { authorization: `Bearer ${agent}` };
      const url = new URL('/mcp', daemon.runtime.http);
      const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
      await client.connect(transport as Parameters<Client['connect']>[0]);
      onTestFinished(() => client.close());
      return async () => {
        const { structuredContent } = await client.callTool({ name: 'send_message', arguments: MAIL });
        return (structuredContent as { message_id?: string } | undefined)?.message_id;
      };
    };
    const [atOne, atTwo] = [await clientOf(one), await clientOf(two)];
    // Nodes count in periods that begin at the same time, and the next one begins in a moment.
    clock.moveTo((Math.floor(clock.now() / SAME_FOR_MS) + 2) * SAME_FOR_MS - 1);
    const first = await atOne();
    expect(first).toEqual(expect.any(String));
    clock.moveTo(clock.now() + SAME_FOR_MS / 2);
    expect([await atTwo(), await atOne()]).toEqual([first, first]);
    clock.moveTo(clock.now() + SAME_FOR_MS);
    const later = await atTwo();
    expect(later).toEqual(expect.any(String));
    expect(later).not.toBe(first);
    expect(await atOne()).toBe(later);
  });
});
