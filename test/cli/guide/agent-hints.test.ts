import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HINTS, hintFor, REASON_HINTS } from '../../../cli/client/hints.ts';
import { COMMANDS } from '../../../cli/commands/index.ts';
import { createContext } from '../../../cli/create-context.ts';
import { createOutput } from '../../../cli/output/output.ts';
import { connectModel } from '../../../cli/tasks/mcp/session.ts';
import { agentHint } from '../../../shared/agent-hints.ts';
import { adviceFor } from '../../../shared/client/advice.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contract/errors.ts';
import { callTool } from '../../../shared/mcp/server.ts';
import * as api from '../../support/api.ts';
import { agentmail, testWorld } from '../../support/cli.ts';
import { createAgent, createTenant, sharedService } from '../../support/service.ts';
import { startStub } from '../../support/stub-daemon.ts';

/** An agent that is refused must not learn how its rules are widened. */

const CODES = Object.keys(ERRORS) as ErrorCode[];
const REASONS = Object.keys(REASON_HINTS);
const NAMES = new Map(COMMANDS.map((command) => [command.name.join(' '), command]));

/** Calls that agents may make, and that change no rule. */
const HARMLESS = new Set(['read-only', 'send-triggering', 'human-review-possible']);
const OWN_WORK = /^(?:drafts\.|attachments\.|messages\.(?:send|reply))/;

/** Whether a command makes only calls that an agent key may make, and that touch mail but no rule. */
async function isForAgents(words: string): Promise<boolean> {
  const all = words.trim().split(' ');
  while (all.length > 0 && !NAMES.has(all.join(' '))) all.pop();
  const command = NAMES.get(all.join(' '));
  if (command === undefined) return false;
  const { endpoint, endpoints } = command as {
    endpoint?: () => Promise<Endpoint>;
    endpoints?: () => Promise<Record<string, Endpoint>>;
  };
  const made = endpoint ? [await endpoint()] : Object.values((await endpoints?.()) ?? {});
  return made.every(
    ({ id, who, effects }) =>
      ['any', 'bound', 'public'].includes(who) &&
      (OWN_WORK.test(id) || effects.every((effect) => HARMLESS.has(effect))),
  );
}

const DETAILS = [undefined, ...REASONS.map((reason) => ({ reason })), ...CODES.map((reason) => ({ reason }))];

/** Commands in a text that widen rules, or that the test doesn't know to be harmless. */
async function foreignCommands(text: string): Promise<string[]> {
  const found = [...text.matchAll(/agentmail ((?:[a-z-]+ ?)+)/g)].map(([, words = '']) => words);
  const judged = await Promise.all(found.map(async (words) => ((await isForAgents(words)) ? [] : [words])));
  const words = /--any-key|--force|--role|--profile|admin key|allowlist add|set-mode/.exec(text);
  return [...judged.flat(), ...(words ?? [])];
}

describe('for every code and reason', () => {
  test('the hint of the command line for an agent names no command that widens a rule', async () => {
    const told = new Set(
      CODES.flatMap((code) => DETAILS.map((details) => hintFor(code, details, 'agent') ?? '')),
    );
    for (const hint of told) expect(await foreignCommands(hint), hint).toEqual([]);
  });

  test('the hint for models and the advice of the client name no command that changes anything', async () => {
    for (const code of CODES) {
      expect(agentHint(code) ?? '', code).not.toMatch(/agentmail|--/);
      const advice = adviceFor(code, null).replace(`agentmail errors ${code}`, '');
      expect(advice, code).not.toMatch(/agentmail|--/);
      const actor = ERRORS[code].actor;
      if (actor === 'human' || actor === 'operator') expect(adviceFor(code, null)).not.toContain('agentmail');
    }
  });

  test('the message of the daemon names no command, and no stronger credential', () => {
    for (const code of CODES) expect(ERRORS[code].message, code).not.toMatch(/agentmail|--|admin key/i);
  });

  test('a code that nobody thought of tells agents to ask a person', () => {
    const unlisted = CODES.filter(
      (code) => ERRORS[code].actor === 'human' && hintFor(code, {}, 'agent') === undefined,
    );
    expect(unlisted).toEqual([]);
  });

  test('people get the advice that they had', () => {
    for (const code of CODES) {
      const hint = HINTS[code]?.replace(/\{\w+\|([^}]+)\}/g, '$1');
      if (hint !== undefined) expect(hintFor(code)).toBe(hint);
    }
  });
});

test.each(CODES)('%s over HTTP is told to an agent and to a person each in their way', async (code) => {
  let role: string | undefined;
  const { home } = await startStub((server) => {
    server.get('/v1/accounts/quota', (_request, reply) => {
      if (role !== undefined) reply.header('x-agentmail-caller', role);
      return reply
        .code(ERRORS[code].status[0])
        .send({ error: 'No.', code, details: { recipient: 'a@b.ee' } });
    });
  });
  const hint = async (caller: string | undefined) => {
    role = caller;
    return (await agentmail(['quota'], { home })).error().hint ?? '';
  };
  expect(await foreignCommands(await hint('agent'))).toEqual([]);
  expect(await foreignCommands((await hint(undefined)).replace(`agentmail errors ${code}`, ''))).toEqual([]);
  // Commands add their own advice where a code has none.
  const told = hintFor(code, { recipient: 'a@b.ee' });
  if (told !== undefined && code !== 'INVALID_CURSOR') expect(await hint('admin')).toBe(told);
});

describe('a refused agent', () => {
  const service = sharedService();
  let agent: string;
  let mailbox: string;

  beforeAll(async () => {
    const tenant = await createTenant(service, { tier: 'pro', mailbox: 'helper' });
    mailbox = tenant.mailbox.id;
    agent = await createAgent(service, tenant.admin, mailbox);
    await service.call(tenant.admin, api.updateMailbox, { id: mailbox, agent_send_policy: 'restricted' });
  });

  const SEND = { to: 'evil@x.example', subject: 'Hello', body: 'Hello.' };
  const env = () => ({ AGENTMAIL_KEY: agent, AGENTMAIL_URL: service.daemon.runtime.http });

  test('is told by the command line to ask a person, at a terminal and in a pipe', async () => {
    const words = ['send', '-m', mailbox, '--to', SEND.to, '-s', SEND.subject, '-b', SEND.body];
    const piped = await agentmail(words, { home: service.home, env: env() });
    expect(piped.error()).toMatchObject({
      code: 'RECIPIENT_AGENT_CONTAINED',
      hint: 'Ask a person to add this recipient.',
    });
    const shown = await agentmail(words, { home: service.home, env: env(), terminal: 100 });
    expect(shown.stderr).toContain('Ask a person to add this recipient.');
    expect(shown.stderr).not.toContain('allowlist add');
    const admin = await agentmail(['allowlist', 'add', SEND.to, '-m', mailbox], {
      home: service.home,
      env: env(),
    });
    expect(admin.error()).toMatchObject({ code: 'INSUFFICIENT_SCOPE', hint: 'Ask a person.' });
  });

  test('is told the same over MCP, by HTTP and by the command line', async () => {
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    const url = new URL('/mcp', service.daemon.runtime.http);
    const requestInit = { headers: { authorization: `Bearer ${agent}` } };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit }) as never);
    const args = { mailbox, ...SEND };
    const overHttp = (await client.callTool({ name: 'send_message', arguments: args })) as CallToolResult;
    const { world } = testWorld({ home: service.home, env: env() });
    const common = {
      run: async () => expect.fail('models run no commands'),
      tree: async () => expect.fail('models have no help'),
    };
    const context = await createContext(world, createOutput(world, true), common);
    const model = connectModel(context, {
      mailbox: undefined,
      anyKey: false,
      showQuarantined: false,
    });
    const session = model.session(new AbortController().signal);
    const overStdio = await callTool(session, { name: 'send_message', arguments: args });
    for (const { isError, content } of [overHttp, overStdio]) {
      const [text] = content.map((part) => (part.type === 'text' ? part.text : ''));
      expect([isError, JSON.parse(text ?? '')]).toMatchObject([
        true,
        { code: 'RECIPIENT_AGENT_CONTAINED', hint: 'Ask a person to add this recipient.' },
      ]);
      expect(await foreignCommands(text ?? '')).toEqual([]);
    }
  });
});
