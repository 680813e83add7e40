import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { processes } from '../../cli/machine/process/processes.ts';
import type { TextOutput, World } from '../../cli/machine/world.ts';
import { run } from '../../cli/main.ts';
import { keyboardOf, type PressKeys } from './keyboard.ts';

/* Runs commands inside the test's process, in a world that keeps what they print. */

/** Not that of the daemons: every reply is checked against the contract. */
export const CLIENT_VERSION = '0.0.0-test-client';

export interface Ran {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as one JSON document. */
  json<T = Record<string, unknown>>(): T;
  /** stderr as one JSON document, as errors for programs are. */
  error(): { error: string; code: string; exit: number; hint?: string; details?: Record<string, unknown> };
}

export interface WorldOptions {
  readonly home?: string;
  readonly env?: Record<string, string>;
  /** Columns of a terminal; without it there is none. */
  readonly terminal?: number;
  readonly stdin?: string;
  /** A person at the keyboard, who answers questions without echo; undefined gives up. */
  readonly answer?: (question: string) => Promise<string | undefined>;
  /** A person who types a line; undefined gives up. */
  readonly line?: (question: string) => Promise<string | undefined>;
  /** A person who presses keys while a command shows something. */
  readonly keys?: PressKeys;
  /** The person's editor: takes the text of the file, returns what was saved. */
  readonly edit?: World['edit'];
  readonly suspend?: World['suspend'];
  readonly viewer?: World['viewer'];
  readonly fetch?: typeof globalThis.fetch;
  readonly keychain?: World['keychain'];
  readonly interrupted?: AbortSignal;
  readonly clock?: World['clock'];
  readonly processes?: World['processes'];
  readonly platform?: string;
}

export function testWorld(options: WorldOptions = {}) {
  const stdout = kept(options.terminal);
  const stderr = kept(options.terminal);
  const world: World = {
    stdout: stdout.output,
    stderr: stderr.output,
    stdin: {
      isTTY: [options.answer, options.line, options.keys].some((person) => person !== undefined),
      readAll: async () => options.stdin ?? '',
      ...(options.answer && { askHidden: options.answer }),
      ...(options.line && { askLine: options.line }),
    },
    ...(options.keys && { terminal: keyboardOf(options.keys) }),
    env: { ...(options.home === undefined ? {} : { AGENTMAIL_HOME: options.home }), ...options.env },
    clock: options.clock ?? skippingClock(),
    randomId: randomUUID,
    fetch: options.fetch ?? globalThis.fetch,
    processes: options.processes ?? processes,
    keychain: options.keychain ?? (async () => undefined),
    ...(options.edit && { edit: options.edit }),
    ...(options.suspend && { suspend: options.suspend }),
    ...(options.viewer && { viewer: options.viewer }),
    machine: {
      nodeVersion: process.versions.node,
      version: CLIENT_VERSION,
      platform: options.platform ?? process.platform,
      userId: 501,
      userHome: options.home ?? tmpdir(),
      temporaryFolder: tmpdir(),
    },
    interrupted: options.interrupted ?? new AbortController().signal,
  };
  return { world, stdout: stdout.text, stderr: stderr.text };
}

/** A clock that runs like the real one, but skips what a command would sleep. */
function skippingClock(): World['clock'] {
  let skipped = 0;
  return {
    now: () => Date.now() + skipped,
    sleep: async (milliseconds) => {
      await turn();
      skipped += milliseconds;
    },
  };
}

export async function agentmail(argv: readonly string[], options: WorldOptions = {}): Promise<Ran> {
  const { world, stdout, stderr } = testWorld(options);
  return ran(await run(argv, world), stdout(), stderr());
}

export function ran(exit: number, stdout: string, stderr: string): Ran {
  return {
    exit,
    stdout,
    stderr,
    json: () => JSON.parse(stdout),
    error: () => JSON.parse(stderr),
  };
}

function kept(columns: number | undefined): { readonly output: TextOutput; readonly text: () => string } {
  let content = '';
  return {
    output: {
      isTTY: columns !== undefined,
      columns,
      write: (text) => {
        content += text;
      },
    },
    text: () => content,
  };
}
