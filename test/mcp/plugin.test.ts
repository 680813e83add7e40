import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, it } from 'vitest';
import { Job } from '../client/frameworks/job.ts';
import { askedMailbox, decideTwice } from '../support/asked-mailbox.ts';
import { agentmail } from '../support/cli.ts';
import { createAgent, sharedService } from '../support/service.ts';

/** The folder that hosts install as a plugin, and its server as a host starts it. */

const FOLDER = 'docs/plugin';
const PLUGIN = join(FOLDER, 'agentmail');
const read = (path: string) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'));

describe('the plugin', () => {
  it('is where both marketplaces and both manifests say', () => {
    const [forClaude] = read('.claude-plugin/marketplace.json').plugins;
    const [forCodex] = read('.agents/plugins/marketplace.json').plugins;
    expect(join(FOLDER, forClaude.source)).toBe(PLUGIN);
    expect(join(FOLDER, forCodex.source.path)).toBe(PLUGIN);
    const { skills, mcpServers } = read('agentmail/.codex-plugin/plugin.json');
    expect([skills, mcpServers].map((path) => existsSync(join(PLUGIN, path)))).toEqual([true, true]);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(read('agentmail/.claude-plugin/plugin.json')).toMatchObject({ name: 'agentmail', version });
  });

  it('has a skill about mail, and one for each job, named as their folders', () => {
    const names = readdirSync(join(PLUGIN, 'skills')).toSorted();
    expect(names).toEqual(['answer-mail', 'check-mail', 'get-code', 'mail']);
    for (const name of names) {
      const text = readFileSync(join(PLUGIN, 'skills', name, 'SKILL.md'), 'utf8');
      expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: ".+"\n---\n`));
    }
  });
});

describe('its server, as a host starts it', () => {
  const service = sharedService();

  it('is what a model reads, asks, is denied, revises and sends with', async () => {
    const tenant = await askedMailbox(service, 'hosted');
    const key = await createAgent(service, tenant.admin, tenant.mailbox.id);
    await agentmail(['profiles', 'set', 'helper', '--key'], { home: service.home, stdin: key });
    const { command, args } = read('agentmail/.mcp.json').mcpServers.agentmail;
    symlinkSync(resolve('bin/agentmail.js'), join(service.home, command));
    const PATH = [service.home, dirname(process.execPath)].join(delimiter);
    const env = { PATH, AGENTMAIL_HOME: service.home, AGENTMAIL_KEYCHAIN: 'off' };
    const client = new Client({ name: 'host', version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    const [told, approved] = await Promise.all([work(client), decideTwice(service, tenant)]);
    expect(told).toEqual({ sent: approved, state: 'delivered', refused: 'RECIPIENT_NOT_ON_ALLOWLIST' });
    await client.close();
  });
});

/** A host: it calls the tools that its model asks for. */
async function work(client: Client): Promise<unknown> {
  const job = new Job();
  for (let last: string | undefined; ; ) {
    const { text, tool: name, input } = job.next(last);
    if (text !== undefined) return JSON.parse(text);
    const { content } = await client.callTool({ name, arguments: { ...input } });
    last = (content as { text: string }[]).at(-1)?.text;
  }
}
