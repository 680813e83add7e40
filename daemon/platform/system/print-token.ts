import { spawn } from 'node:child_process';
import { bounded, CutShortError } from './bounded.ts';
import { type Clock, SECOND } from './clock.ts';

const RUN_TIME = 30 * SECOND;
const OUTPUT_BYTES = 8 * 1024;
/** Variables of the daemon that the program gets too; the others may have secrets of the daemon. */
const INHERITED = ['PATH', 'HOME'] as const;
/** One line with a token as in RFC 6750, which has nothing that could end a field of a log-in. */
const TOKEN_LINE = /^(?<token>[A-Za-z0-9._~+/-]+=*)\r?\n?$/;

/** A program, and what its token is for. */
export interface TokenWish {
  readonly command: readonly string[];
  readonly address: string;
  readonly host: string;
}

type TokenFailure = 'not_started' | 'exit' | 'too_slow' | 'too_much_output' | 'not_a_token' | 'no_turn';

/** There is no token, for a reason in one word: the program's own words may have secrets. */
export class TokenProgramError extends Error {
  readonly reason: TokenFailure;

  constructor(reason: TokenFailure) {
    super(reason);
    this.name = 'TokenProgramError';
    this.reason = reason;
  }
}

interface Limits {
  readonly clock: Pick<Clock, 'callAfter'>;
  readonly stopping: AbortSignal;
}

/** Runs a program without a shell, and returns the token that it prints. */
export async function printToken(limits: Limits, wish: TokenWish): Promise<string> {
  try {
    return await bounded({ ...limits, milliseconds: RUN_TIME }, (signal) => run(wish, signal));
  } catch (error) {
    if (error instanceof CutShortError && error.code === 'TOO_SLOW') throw new TokenProgramError('too_slow');
    throw error;
  }
}

async function run({ command, address, host }: TokenWish, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const [program = '', ...words] = command;
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: '/',
      env: { ...Object.fromEntries(inherited), AGENTMAIL_ADDRESS: address, AGENTMAIL_HOST: host },
      stdio: ['ignore', 'pipe', 'ignore'],
      // A group of its own, so that programs that it starts end with it.
      detached: true,
    });
    const end = (reason: TokenFailure): void => {
      endGroup(child.pid);
      reject(new TokenProgramError(reason));
    };
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > OUTPUT_BYTES) end('too_much_output');
      else chunks.push(chunk);
    });
    signal.addEventListener('abort', () => end('too_slow'), { once: true });
    child.on('error', () => reject(new TokenProgramError('not_started')));
    child.on('close', (code) => {
      const { token } = TOKEN_LINE.exec(Buffer.concat(chunks).toString('latin1'))?.groups ?? {};
      if (code !== 0) end('exit');
      else if (token === undefined) end('not_a_token');
      else resolve(token);
    });
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}
