import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedMailbox, decideTwice } from '../support/asked-mailbox.ts';
import { needsPrograms } from '../support/needs.ts';
import { createAgent, sharedService } from '../support/service.ts';

/**
 * The tools of agentmaild-client in the frameworks themselves, each with a model of its own kind that plays
 * the same part: it reads, answers, is denied, revises and sends.
 */

const run = promisify(execFile);
const FOLDER = resolve('test/client/frameworks');
const FRAMEWORKS = resolve('node_modules/.cache/frameworks/node_modules');
const TSC = resolve('node_modules/typescript/bin/tsc');

const service = sharedService();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentmail-frameworks-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  if (!existsSync(FRAMEWORKS)) return;
  for (const name of readdirSync(FRAMEWORKS)) symlinkSync(join(FRAMEWORKS, name), join(modules, name));
  symlinkSync(resolve('dist/client'), join(modules, 'agentmaild-client'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tools', needsPrograms({ '.ci/frameworks.sh': existsSync(FRAMEWORKS) }), () => {
  it.each(['ai-sdk', 'langchain', 'openai-agents'])(
    'read, ask, are denied, revise and send: %s',
    async (name) => {
      const tenant = await askedMailbox(service, name);
      const program = join(folder, `${name}.mjs`);
      for (const file of ['job.ts', `${name}.mjs`]) {
        if (!existsSync(join(folder, file))) symlinkSync(join(FOLDER, file), join(folder, file));
      }
      const env = {
        ...{ PATH: process.env.PATH, NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' },
        AGENTMAIL_URL: service.daemon.runtime.http,
        AGENTMAIL_KEY: await createAgent(service, tenant.admin, tenant.mailbox.id),
      };
      // A program that fails leaves nothing to decide.
      const [{ stdout }, approved] = await Promise.all([
        run(process.execPath, [program], { cwd: folder, env }),
        decideTwice(service, tenant),
      ]);
      expect(JSON.parse(stdout)).toEqual({
        sent: approved,
        state: 'delivered',
        refused: 'RECIPIENT_NOT_ON_ALLOWLIST',
      });
    },
  );

  it('have the types that the frameworks want', async () => {
    writeFileSync(join(folder, 'types.ts'), TYPES);
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext', strict: true },
      ...{ noEmit: true, skipLibCheck: true, types: ['node'], typeRoots: [resolve('node_modules/@types')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts'] }));
    const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((error) => error);
    expect(stdout).toBe('');
  });
});

const TYPES = `
import { tool as langchainTool } from '@langchain/core/tools';
import { Agent, tool as openaiTool } from '@openai/agents';
import { aiTools } from 'agentmaild-client/ai-sdk';
import { langchainTools } from 'agentmaild-client/langchain';
import { openaiTools } from 'agentmaild-client/openai-agents';
import { generateText, type LanguageModel } from 'ai';
import { createAgent } from 'langchain';

const options = { url: '', key: '', tools: ['reads'] } as const;
export const ai = async (model: LanguageModel) =>
  generateText({ model, tools: await aiTools(options), prompt: '' });
export const langchain = async () =>
  createAgent({ model: '', tools: await langchainTools(langchainTool, options) });
export const openai = async () => new Agent({ name: '', tools: await openaiTools(openaiTool, options) });
`;
