import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../shared/client/tools.ts';
import { createModelServer } from '../../shared/mcp/server.ts';

/** The lists of a server, which a client asks for before its first call. */

async function connected(tools: readonly ToolEffect[] = []): Promise<Client> {
  const session = () => {
    throw new Error('nothing is called');
  };
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createModelServer({ version: '1', session, tools }).connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  return client;
}

describe('the list of tools', () => {
  it('has at most 14 KB of what a host gives its model, which has no use for the schemas of answers', async () => {
    const { tools } = await (await connected()).listTools();
    const given = tools.map(({ outputSchema: _, ...tool }) => tool);
    expect(Buffer.byteLength(JSON.stringify({ tools: given }))).toBeLessThan(14 * 1024);
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(22 * 1024);
  });

  it('names each tool that a prompt speaks of', async () => {
    const client = await connected();
    const names = new Set((await client.listTools()).tools.map(({ name }) => name));
    const { prompts } = await client.listPrompts();
    const told = await Promise.all(prompts.map(({ name }) => client.getPrompt({ name })));
    const spoken = JSON.stringify(told).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
    expect(spoken.length).toBeGreaterThan(5);
    expect(spoken.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('prompts', () => {
  it('are the usual jobs, with the words of the person at the end', async () => {
    const client = await connected();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name, arguments: given }) => [name, given?.length])).toEqual([
      ['check-mail', 1],
      ['answer-mail', 1],
      ['get-code', 1],
    ]);
    const { messages } = await client.getPrompt({
      name: 'answer-mail',
      arguments: { message: "Ann's about the offer: we take it" },
    });
    expect(messages).toMatchObject([
      {
        role: 'user',
        content: { text: expect.stringMatching(/\n\nThe message: Ann's about the offer: we take it$/) },
      },
    ]);
  });

  it('are offered only with the tools that they take', async () => {
    const client = await connected(['reads']);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['check-mail']);
    await expect(client.getPrompt({ name: 'answer-mail' })).rejects.toThrow(
      'There is no prompt answer-mail.',
    );
  });
});
