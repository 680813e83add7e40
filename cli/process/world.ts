import { randomUUID } from 'node:crypto';
import { homedir, tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import packageDescription from '../../package.json' with { type: 'json' };
import { INTERRUPTED } from '../exit-codes.ts';
import type { TextInput, TextOutput, World } from '../world.ts';
import { openKeychain } from './keychain.ts';
import { processes } from './processes.ts';

const STDIN = 0;

/** The real world of this process. */
export function createWorld(): World {
  return {
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    stdin,
    env: process.env,
    clock: {
      now: () => Date.now(),
      sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
    },
    randomId: randomUUID,
    fetch: (input, init) => globalThis.fetch(input, init),
    processes,
    keychain: () => openKeychain(process.env),
    machine: {
      nodeVersion: process.versions.node,
      version: packageDescription.version,
      userHome: homedir(),
      temporaryFolder: tmpdir(),
    },
    interrupted: interruption(),
  };
}

function outputOf(stream: NodeJS.WriteStream): TextOutput {
  // The reader of a pipe may have seen enough, as `head` does; that is no failure.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    isTTY: stream.isTTY === true,
    get columns() {
      return stream.isTTY ? stream.columns : undefined;
    },
    write: (text) => {
      stream.write(text);
    },
  };
}

const stdin: TextInput = {
  get isTTY() {
    return isatty(STDIN);
  },
  async readAll() {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    } catch {
      // A closed stdin reads like an empty one.
    }
    return Buffer.concat(chunks).toString('utf8');
  },
};

/** The first signal asks the command to end, the second ends it. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}
