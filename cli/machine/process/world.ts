import packageDescription from '../../../package.json' with { type: 'json' };
import { INTERRUPTED } from '../exit-codes.ts';
import type { TextInput, TextOutput, World } from '../world.ts';
import { fetchOverHttp } from './http-fetch.ts';
import { openKeychain } from './keychain.ts';
import { processes } from './processes.ts';
import { terminal } from './terminal.ts';

const STDIN = 0;

// Node's modules are loaded on use: loading one takes longer than most commands.
const builtin = process.getBuiltinModule;

/** The real world of this process. */
export function createWorld(): World {
  let interrupted: AbortSignal | undefined;
  return {
    stdout: outputOf(
      () => process.stdout,
      (error) => void import('./output-lost.ts').then(({ endUnheard }) => endUnheard(error)),
    ),
    stderr: outputOf(
      () => process.stderr,
      () => undefined,
    ),
    stdin,
    pipes: () => ({ input: process.stdin, output: process.stdout }),
    terminal: () => terminal,
    env: process.env,
    clock: {
      now: () => Date.now(),
      sleep: (milliseconds, signal) =>
        builtin('node:timers/promises')
          .setTimeout(milliseconds, undefined, { signal })
          .catch(() => undefined),
      every: (milliseconds, act) => {
        const timer = setInterval(act, milliseconds).unref();
        return () => clearInterval(timer);
      },
    },
    randomId: () => builtin('node:crypto').randomUUID(),
    fetch: fetchOverHttp,
    processes,
    keychain: () => openKeychain(process.env),
    page: async (text) => {
      const { page } = await import('./pager.ts');
      return page(text, process.env);
    },
    edit: async (text) => {
      const [{ edit }, { tmpdir }] = [await import('./editor.ts'), builtin('node:os')];
      return edit(text, process.env, tmpdir());
    },
    suspend: async () => {
      const { suspend } = await import('./suspend.ts');
      return suspend();
    },
    viewer: async () => {
      const [{ openViewer }, { tmpdir }] = [await import('./viewer.ts'), builtin('node:os')];
      return openViewer(tmpdir(), process.platform);
    },
    machine: {
      nodeVersion: process.versions.node,
      version: packageDescription.version,
      platform: process.platform,
      get userId() {
        return process.getuid?.() ?? 0;
      },
      get userHome() {
        const { homedir, userInfo } = builtin('node:os');
        // An empty HOME counts as unset.
        return homedir() || userInfo().homedir;
      },
      get temporaryFolder() {
        return builtin('node:os').tmpdir();
      },
    },
    get interrupted() {
      interrupted ??= listenForInterruption();
      return interrupted;
    },
  };
}

function outputOf(open: () => NodeJS.WriteStream, lost: (error: Error) => void): TextOutput {
  let opened: NodeJS.WriteStream | undefined;
  const stream = () => {
    opened ??= ignoringClosedPipe(open(), lost);
    return opened;
  };
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      // Pseudo-terminals may say 0.
      return (stream().isTTY && stream().columns) || undefined;
    },
    get rows() {
      return (stream().isTTY && stream().rows) || undefined;
    },
    write: (text) => {
      stream().write(text);
    },
  };
}

/** A reader may close its pipe early, as `head` does. */
function ignoringClosedPipe(stream: NodeJS.WriteStream, lost: (error: Error) => void): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost(error);
  });
}

const stdin: TextInput = {
  get isTTY() {
    return builtin('node:tty').isatty(STDIN);
  },
  async readAll() {
    const { textOf } = await import('../home/read-file.ts');
    return textOf(await readStdin(), 'stdin');
  },
  readBytes: readStdin,
  async askHidden(question) {
    const { askHidden } = await import('./ask-hidden.ts');
    return askHidden(question);
  },
  async askLine(question) {
    const { askLine } = await import('./ask-line.ts');
    return askLine(question);
  },
};

async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  } catch {
    // A closed stdin reads like an empty one.
  }
  return Buffer.concat(chunks);
}

/** The first signal asks the command to end, the second ends it. */
function listenForInterruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}
