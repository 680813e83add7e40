import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { World } from '../../machine/world.ts';
import type { ConfigFormat, HostEntry } from './formats/format.ts';
import type { HostName } from './host-names.ts';

/** How the server is started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** A client: where its configuration for one person is, and what an entry in it looks like. */
export interface Host {
  readonly title: string;
  /** Undefined where the client doesn't run. */
  readonly file: (place: HostPlaces) => string | undefined;
  /** Exists where the client is in use; without it, the folder of the file. */
  readonly trace?: (place: HostPlaces) => string;
  readonly format: () => Promise<ConfigFormat>;
  /** Table of the file that has the servers. */
  readonly section: string;
  readonly entry: (server: ServerCommand) => HostEntry;
}

const jsonc = async () => (await import('./formats/jsonc.ts')).jsonc;
const plain = ({ command, args }: ServerCommand): HostEntry => ({ command, args });
const typed = (server: ServerCommand): HostEntry => ({ type: 'stdio', ...plain(server) });
const MCP_SERVERS = { format: jsonc, section: 'mcpServers', entry: plain } as const;

/** Seconds that Goose waits for a tool; waiting for mail takes 30 of them. */
const GOOSE_TIMEOUT_S = 300;

export const HOSTS: Readonly<Record<HostName, Host>> = {
  'claude-code': {
    ...MCP_SERVERS,
    title: 'Claude Code',
    file: ({ env, home, join }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
    trace: ({ env, home, join }) => env.CLAUDE_CONFIG_DIR || join(home, '.claude'),
    entry: typed,
  },
  'claude-desktop': {
    ...MCP_SERVERS,
    title: 'Claude Desktop',
    file: ({ platform, programs, join }) =>
      ['darwin', 'win32'].includes(platform)
        ? join(programs, 'Claude', 'claude_desktop_config.json')
        : undefined,
  },
  codex: {
    title: 'Codex',
    file: ({ env, home, join }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
    format: async () => (await import('./formats/toml.ts')).toml,
    section: 'mcp_servers',
    entry: plain,
  },
  cursor: {
    ...MCP_SERVERS,
    title: 'Cursor',
    file: ({ home, join }) => join(home, '.cursor', 'mcp.json'),
  },
  vscode: {
    title: 'VS Code',
    file: ({ env, programs, join }) =>
      join(
        env.VSCODE_PORTABLE ? join(env.VSCODE_PORTABLE, 'user-data') : join(programs, 'Code'),
        'User',
        'mcp.json',
      ),
    format: jsonc,
    section: 'servers',
    entry: typed,
  },
  windsurf: {
    ...MCP_SERVERS,
    title: 'Windsurf',
    file: ({ home, join }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
  zed: {
    title: 'Zed',
    file: ({ platform, home, programs, join }) =>
      platform === 'darwin'
        ? join(home, '.config', 'zed', 'settings.json')
        : join(programs, platform === 'win32' ? 'Zed' : 'zed', 'settings.json'),
    format: jsonc,
    section: 'context_servers',
    entry: plain,
  },
  gemini: {
    ...MCP_SERVERS,
    title: 'Gemini CLI',
    file: ({ env, home, join }) => join(env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
  },
  goose: {
    title: 'Goose',
    file: ({ env, platform, config, programs, join }) => {
      if (env.GOOSE_PATH_ROOT) return join(env.GOOSE_PATH_ROOT, 'config', 'config.yaml');
      return platform === 'win32'
        ? join(programs, 'Block', 'goose', 'config', 'config.yaml')
        : join(config, 'goose', 'config.yaml');
    },
    format: async () => (await import('./formats/yaml.ts')).yaml,
    section: 'extensions',
    entry: ({ command, args }) => ({
      enabled: true,
      type: 'stdio',
      name: 'agentmail',
      description: 'Mail of an agent',
      cmd: command,
      args,
      timeout: GOOSE_TIMEOUT_S,
    }),
  },
  opencode: {
    title: 'opencode',
    file: ({ config, join }) => {
      const commented = join(config, 'opencode', 'opencode.jsonc');
      return existsSync(commented) ? commented : join(config, 'opencode', 'opencode.json');
    },
    format: jsonc,
    section: 'mcp',
    entry: ({ command, args }) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },
};

/** Folders of a person in which clients keep their configuration. */
export interface HostPlaces {
  readonly env: World['env'];
  readonly platform: string;
  readonly home: string;
  /** `XDG_CONFIG_HOME`, which some clients honour on every system. */
  readonly config: string;
  /** Folder for programs with windows: of the system on macOS and Windows, else that of `config`. */
  readonly programs: string;
  readonly join: (...parts: readonly string[]) => string;
  readonly folderOf: (file: string) => string;
}

export function placesOf({ env, machine }: Pick<World, 'env' | 'machine'>): HostPlaces {
  const { platform, userHome: home } = machine;
  const { join, dirname: folderOf } = platform === 'win32' ? win32 : posix;
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const programs: Readonly<Record<string, string>> = {
    darwin: join(home, 'Library', 'Application Support'),
    win32: env.APPDATA || join(home, 'AppData', 'Roaming'),
  };
  return { env, platform, home, config, programs: programs[platform] ?? config, join, folderOf };
}
