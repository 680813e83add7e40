import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseToml } from 'smol-toml';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { HOST_NAMES, type HostName } from '../../../cli/tasks/mcp/host-names.ts';
import { HOSTS, placesOf } from '../../../cli/tasks/mcp/hosts.ts';
import { agentmail, type Ran, testWorld, type WorldOptions } from '../../support/cli.ts';
import { createAgent, createTenant, sharedService } from '../../support/service.ts';
import { temporaryHome } from '../../support/temporary.ts';

/* The server in the configuration of other programs. */

/** A home with an agent profile; no daemon answers. */
async function newHome(): Promise<string> {
  const home = temporaryHome();
  await agentmail(['profiles', 'set', 'helper', '--key'], { home, stdin: 'am_live_secret' });
  return home;
}

const install = (home: string, client: HostName, options: WorldOptions = {}, ...more: string[]) =>
  agentmail(['mcp', 'install', client, '--profile', 'helper', ...more], { home, ...options });
const uninstall = (home: string, client: HostName, options: WorldOptions = {}) =>
  agentmail(['mcp', 'uninstall', client], { home, ...options });

/** The error behind the notice that no daemon answers. */
function errorOf({ stderr }: Ran): Record<string, unknown> {
  return JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
}

function put(file: string, content: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}
const read = (file: string) => readFileSync(file, 'utf8');
const backupsOf = (file: string) =>
  readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.`));

/** A configuration as a person has it, before; the file, relative to the home. */
const KEPT: readonly (readonly [HostName, file: string, content: string])[] = [
  [
    'claude-code',
    '.claude.json',
    '{\n  "numStartups": 3,\n  "mcpServers": {\n    "other": {\n      "command": "other"\n    }\n  }\n}\n',
  ],
  [
    'codex',
    '.codex/config.toml',
    '# mine\nmodel = "x" # best\n\n[mcp_servers.other]\ncommand = "other"\n# the end\n',
  ],
  ['cursor', '.cursor/mcp.json', '{"mcpServers":{"other":{"command":"other"}}}'],
  [
    'vscode',
    '.config/Code/User/mcp.json',
    '{\n\t// mine\n\t"servers": { // all\n\t\t// first\n\t\t"other": { "command": "other" } // last\n\t},\n}\n',
  ],
  [
    'windsurf',
    '.codeium/windsurf/mcp_config.json',
    '{\r\n  "mcpServers": {\r\n    "other": {}\r\n  }\r\n}\r\n',
  ],
  [
    'zed',
    '.config/zed/settings.json',
    '// Zed settings\n{\n  "theme": "One", // dark\n  /* fonts */\n  "size": 15,\n}\n',
  ],
  ['gemini', '.gemini/settings.json', '{\n    "theme": "x"\n}'],
  [
    'goose',
    '.config/goose/config.yaml',
    '# mine\nGOOSE_MODE: auto  # no questions\nextensions:\n  # built in\n  developer:\n    enabled: true\n\nGOOSE_MODEL: x\n',
  ],
  [
    'opencode',
    '.config/opencode/opencode.jsonc',
    '{\n  "$schema": "https://opencode.ai/config.json", // schema\n  "mcp": {\n    "other": { "type": "local", "command": ["other"] }\n  }\n}\n',
  ],
];

describe('mcp install', () => {
  test.each(KEPT)(
    '%s: keeps all else, changes nothing twice, and uninstall restores the file',
    async (client, name, before) => {
      const home = await newHome();
      const file = put(join(home, name), before);
      chmodSync(file, 0o640);
      const done = await install(home, client);
      expect(done.json()).toMatchObject({ client, file, profile: 'helper', changed: true });
      const after = read(file);
      for (const line of before
        .split(/\r?\n/)
        .filter((each) => /#|\/\/|\/\*|other/.test(each) && !each.startsWith('{"')))
        expect(after.split(/\r?\n/)).toContain(line);
      expect(after).not.toContain('am_live_secret');
      expect(statSync(file).mode & 0o777).toBe(0o640);
      const [backup = ''] = backupsOf(file);
      expect(backup).toMatch(/\.\d{4}-\d\d-\d\dT[\d-]+Z\.bak$/);
      expect(read(join(dirname(file), backup))).toBe(before);
      expect((await install(home, client)).json()).toMatchObject({ changed: false, backup: null });
      expect(read(file)).toBe(after);
      expect(backupsOf(file)).toHaveLength(1);
      expect((await uninstall(home, client)).json()).toMatchObject({ changed: true });
      expect(read(file)).toBe(before);
      expect((await uninstall(home, client)).json()).toMatchObject({ changed: false });
    },
  );

  test.each(KEPT)('%s: makes the file, and uninstall removes it', async (client, name) => {
    const home = await newHome();
    const file = join(home, name.replace('.jsonc', '.json'));
    expect((await install(home, client)).json()).toMatchObject({ file, changed: true, backup: null });
    expect(statSync(file).mode & 0o077).toBe(0);
    expect((await install(home, client)).json()).toMatchObject({ changed: false });
    expect((await uninstall(home, client)).exit).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  test.each(KEPT)('%s: refuses a file that it cannot parse', async (client, name) => {
    const home = await newHome();
    const file = put(join(home, name), '{ "a": [1, \n = : ');
    for (const ran of [await install(home, client), await uninstall(home, client)]) {
      expect([ran.exit, errorOf(ran).code, errorOf(ran).details]).toEqual([
        4,
        'CLIENT_NOT_CHANGED',
        { file },
      ]);
    }
    expect([read(file), backupsOf(file)]).toEqual(['{ "a": [1, \n = : ', []]);
    const { clients } = (await agentmail(['mcp', 'list'], { home })).json<{
      clients: { client: string; installed: unknown }[];
    }>();
    expect(clients.find((each) => each.client === client)?.installed).toBeNull();
  });

  test('--print shows the entry, in the form of each client, and writes nothing', async () => {
    const home = await newHome();
    const printed = async (client: HostName) => (await install(home, client, {}, '--print')).stdout;
    const args = expect.arrayContaining(['mcp', '--profile', 'helper', '--home', home]);
    const server = { command: process.execPath, args };
    const asJson = async (client: HostName) => JSON.parse(await printed(client));
    expect(await asJson('claude-code')).toEqual({ mcpServers: { agentmail: { type: 'stdio', ...server } } });
    expect(await asJson('vscode')).toEqual({ servers: { agentmail: { type: 'stdio', ...server } } });
    expect(await asJson('zed')).toEqual({ context_servers: { agentmail: server } });
    for (const client of ['cursor', 'windsurf', 'gemini'] as const)
      expect(await asJson(client)).toEqual({ mcpServers: { agentmail: server } });
    expect(await asJson('opencode')).toEqual({
      mcp: { agentmail: { type: 'local', command: args, enabled: true } },
    });
    expect(parseToml(await printed('codex'))).toMatchObject({ mcp_servers: { agentmail: server } });
    expect(parseYaml(await printed('goose'))).toMatchObject({
      extensions: { agentmail: { enabled: true, type: 'stdio', cmd: process.execPath, args } },
    });
    expect(readdirSync(home).sort()).toEqual(['credentials.json', 'profiles.json']);
  });

  test('asks with the change at a terminal, and without one it does not', async () => {
    const home = await newHome();
    const file = put(join(home, '.cursor/mcp.json'), '{}\n');
    const questions: string[] = [];
    const person = (answer: string): WorldOptions => ({
      terminal: 200,
      line: async (question) => {
        questions.push(question);
        return answer;
      },
    });
    const refused = await install(home, 'cursor', person('n'));
    expect([refused.exit, read(file), backupsOf(file)]).toEqual([2, '{}\n', []]);
    expect(refused.stderr).toMatch(/^\+ .*"agentmail"/m);
    expect((await install(home, 'cursor', person('y'))).exit).toBe(0);
    expect(questions).toEqual([expect.stringContaining(file), expect.stringContaining(file)]);
    expect((await uninstall(home, 'cursor', person('n'))).exit).toBe(2);
    expect(JSON.parse(read(file)).mcpServers.agentmail.args).toContain('helper');
  });

  test('replaces its own entry with other options, and keeps what a person added to it', async () => {
    const home = await newHome();
    for (const [client, name] of KEPT) {
      await install(home, client);
      const file = join(home, name.replace('.jsonc', '.json'));
      const added = read(file).replace(/"?(cmd|command)"?( = |: )/, (all, key, between) => {
        if (between === ' = ') return `startup_timeout_sec = 20\n${all}`;
        return client === 'goose'
          ? `startup_timeout_sec: 20\n    ${key}: `
          : `"startup_timeout_sec": 20, ${all}`;
      });
      writeFileSync(file, added);
      await install(home, client, {}, '--tools', 'reads', '--tools', 'marks');
      const text = read(file);
      expect(text.match(/--tools/g), client).toHaveLength(2);
      expect(text.match(/startup_timeout_sec/g), client).toHaveLength(1);
    }
  });

  test('touches no entry of the name that it did not write', async () => {
    const home = await newHome();
    const own = '{"mcpServers":{"agentmail":{"url":"http://127.0.0.1:4310/mcp"}}}';
    const file = put(join(home, '.cursor/mcp.json'), own);
    for (const ran of [await install(home, 'cursor'), await uninstall(home, 'cursor')])
      expect([ran.exit, errorOf(ran).code]).toEqual([4, 'CLIENT_NOT_CHANGED']);
    expect(read(file)).toBe(own);
  });

  test.each<[HostName, string, string]>([
    ['codex', '.codex/config.toml', 'mcp_servers = { other = { command = "x" } }\n'],
    ['cursor', '.cursor/mcp.json', '{"mcpServers": []}'],
    ['cursor', '.cursor/mcp.json', '{"mcpServers": {}, "mcpServers": {}}'],
    ['goose', '.config/goose/config.yaml', 'extensions: null # none\n'],
  ])('%s: refuses a form that it would break: %s %s', async (client, name, before) => {
    const home = await newHome();
    const file = put(join(home, name), before);
    expect(errorOf(await install(home, client)).code).toBe('CLIENT_NOT_CHANGED');
    expect(read(file)).toBe(before);
  });

  test.each<[HostName, string, string]>([
    ['goose', '.config/goose/config.yaml', 'extensions: { other: { enabled: true } }\n'],
    ['goose', '.config/goose/config.yaml', 'GOOSE_MODE: auto\nextensions:\n  other:\n    enabled: true'],
    ['cursor', '.cursor/mcp.json', '{\n  // none yet\n}\n'],
    ['cursor', '.cursor/mcp.json', '{ "mcpServers": {\n  "a, b": {} /* , */ } }'],
  ])('%s: takes an unusual form: %s %s', async (client, name, before) => {
    const home = await newHome();
    const file = put(join(home, name), before);
    expect((await install(home, client)).json()).toMatchObject({ changed: true });
    expect((await install(home, client)).json()).toMatchObject({ changed: false });
    expect((await uninstall(home, client)).json()).toMatchObject({ changed: true });
    if (existsSync(file)) expect(read(file).trim()).toBe(before.trim());
  });

  test('removes its entry where others came before and after it', async () => {
    const home = await newHome();
    const file = put(join(home, '.cursor/mcp.json'), '{}');
    await install(home, 'cursor');
    const { agentmail: own } = JSON.parse(read(file)).mcpServers;
    const others = [
      { a: {}, agentmail: own },
      { a: {}, agentmail: own, b: {} },
    ];
    for (const mcpServers of others) {
      writeFileSync(file, JSON.stringify({ mcpServers }, null, 2));
      expect((await uninstall(home, 'cursor')).exit).toBe(0);
      const { agentmail: _own, ...rest } = mcpServers;
      expect(read(file)).toBe(JSON.stringify({ mcpServers: rest }, null, 2));
    }
  });

  test('follows a link to the file and leaves the link', async () => {
    const home = await newHome();
    const real = put(join(home, 'dotfiles/settings.json'), '{}\n');
    mkdirSync(join(home, '.gemini'));
    symlinkSync(real, join(home, '.gemini/settings.json'));
    await install(home, 'gemini');
    expect(read(real)).toContain('"agentmail"');
    expect(readdirSync(join(home, '.gemini'))).toEqual(['settings.json']);
  });
});

describe('places', () => {
  const file = (client: HostName, platform: string, env: Record<string, string> = {}) => {
    const { world } = testWorld({ home: '/home/ann', platform, env });
    return HOSTS[client].file(placesOf(world));
  };

  test('are those of the system and of the variables that clients honour', () => {
    expect(file('claude-code', 'linux', { CLAUDE_CONFIG_DIR: '/c' })).toBe('/c/.claude.json');
    expect(file('codex', 'linux', { CODEX_HOME: '/c' })).toBe('/c/config.toml');
    expect(file('gemini', 'linux', { GEMINI_CLI_HOME: '/g' })).toBe('/g/.gemini/settings.json');
    expect(file('goose', 'darwin', { XDG_CONFIG_HOME: '/x' })).toBe('/x/goose/config.yaml');
    expect(file('goose', 'linux', { GOOSE_PATH_ROOT: '/g' })).toBe('/g/config/config.yaml');
    expect(file('opencode', 'linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/opencode/opencode.json');
    expect(file('zed', 'linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/zed/settings.json');
    expect(file('zed', 'darwin')).toBe('/home/ann/.config/zed/settings.json');
    expect(file('vscode', 'linux', { VSCODE_PORTABLE: '/p' })).toBe('/p/user-data/User/mcp.json');
    const mac = '/home/ann/Library/Application Support';
    expect(file('vscode', 'darwin')).toBe(`${mac}/Code/User/mcp.json`);
    expect(file('claude-desktop', 'darwin')).toBe(`${mac}/Claude/claude_desktop_config.json`);
    const env = { APPDATA: 'C:\\Roaming' };
    expect(file('claude-desktop', 'win32', env)).toBe('C:\\Roaming\\Claude\\claude_desktop_config.json');
    expect(file('vscode', 'win32', env)).toBe('C:\\Roaming\\Code\\User\\mcp.json');
    expect(file('zed', 'win32', env)).toBe('C:\\Roaming\\Zed\\settings.json');
    expect(file('goose', 'win32', env)).toBe('C:\\Roaming\\Block\\goose\\config\\config.yaml');
  });

  test('mcp list names each client, and where it is not available', async () => {
    const home = await newHome();
    mkdirSync(join(home, '.claude'));
    await install(home, 'codex');
    const { clients } = (await agentmail(['mcp', 'list'], { home, platform: 'linux' })).json<{
      clients: { client: HostName; found: boolean; installed: boolean; file: string | null }[];
    }>();
    expect(clients.map(({ client }) => client)).toEqual(HOST_NAMES);
    expect(clients.filter(({ found }) => found).map(({ client }) => client)).toEqual([
      'claude-code',
      'codex',
    ]);
    expect(clients.filter(({ installed }) => installed).map(({ client }) => client)).toEqual(['codex']);
    expect(clients.filter(({ file: path }) => path === null)).toMatchObject([{ client: 'claude-desktop' }]);
    const desktop = await install(home, 'claude-desktop', { platform: 'linux' });
    expect(desktop.exit).toBe(2);
    const mac = await install(home, 'claude-desktop', { platform: 'darwin' });
    expect(mac.json()).toMatchObject({ changed: true });
    expect((await agentmail(['mcp', 'list'], { home, terminal: 120 })).stdout).toMatch(
      /codex +yes .*installed/,
    );
  });
});

describe('mcp install with a daemon', () => {
  const service = sharedService();
  let admin: string;
  let mailbox: string;
  let agent: string;

  beforeAll(async () => {
    const tenant = await createTenant(service);
    [admin, mailbox] = [tenant.admin, tenant.mailbox.name];
    agent = await createAgent(service, admin, tenant.mailbox.id);
    await agentmail(['profiles', 'set', 'owner', '--key'], { home: service.home, stdin: admin });
    await agentmail(['profiles', 'set', 'bot', '--key'], { home: service.home, stdin: agent });
  });

  const installAs = (profile: string, flags: readonly string[], options: WorldOptions = {}) =>
    agentmail(['mcp', 'install', 'cursor', '--profile', profile, ...flags], {
      home: service.home,
      ...options,
    });
  const file = () => join(service.home, '.cursor/mcp.json');

  test('creates an agent key in place of an admin key, asks for it, and starts with it', async () => {
    const refused = await installAs('owner', []);
    expect([refused.exit, refused.error().code]).toEqual([4, 'ADMIN_KEY']);
    expect(refused.error().hint).toContain('--save-as');
    const questions: string[] = [];
    const no = { terminal: 100, line: async (question: string) => void questions.push(question) };
    expect((await installAs('owner', ['-m', mailbox], no)).exit).toBe(2);
    expect(questions).toEqual([expect.stringContaining(`agent key for ${mailbox} in profile "cursor"`)]);
    expect(existsSync(file())).toBe(false);
    const flags = ['--save-as', 'helper', '-m', mailbox, '--open', '--tools', 'reads'];
    const done = await installAs('owner', flags);
    expect(done.json()).toMatchObject({ profile: 'helper', changed: true });
    expect(done.stdout + read(file())).not.toContain('am_live_');
    expect((await installAs('owner', flags)).json()).toMatchObject({ profile: 'helper', changed: false });
    const { command, args } = JSON.parse(read(file())).mcpServers.agentmail;
    const client = new Client({ name: 'test', version: '1' });
    const env = { AGENTMAIL_KEYCHAIN: 'off' };
    await client.connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['whoami', 'read_message']));
    for (const name of ['send_message', 'create_draft', 'mark_message']) {
      expect(names).not.toContain(name);
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('There is no tool');
    }
    const { content } = await client.callTool({ name: 'whoami', arguments: {} });
    expect(JSON.stringify(content)).toContain('agent');
    await client.close();
  });

  test('uses the agent key that the profile has', async () => {
    expect((await installAs('bot', [])).json()).toMatchObject({ profile: 'bot', changed: true });
  });
});
