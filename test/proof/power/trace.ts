import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** File system calls and socket writes of a process, from strace. */

export const TRACED = [
  ...['openat', 'close', 'pwrite64', 'pwritev', 'write', 'writev', 'ftruncate', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'mkdir', 'mkdirat', 'sendto', 'sendmsg'],
] as const;

/**
 * `strace` and its arguments; the program follows. Names of files stand beside their descriptors, bytes in
 * full.
 */
export function straceCommand(output: string): string[] {
  return ['strace', '-f', '-y', '-xx', '-s', '2000000', '-o', output, '-e', `trace=${TRACED.join(',')}`];
}

export interface Call {
  readonly name: string;
  /** Everything between the parentheses, as strace writes it. */
  readonly text: string;
  readonly result: string;
  /** Numbers of the lines at which the call began and ended. */
  readonly began: number;
  readonly ended: number;
}

const WHOLE = /^(\d+) +(\w+)\((.*)\) += (.*)$/s;
const BEGIN = /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/s;
const END = /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (.*)$/s;

/** Calls of several runs, in the order of their end. */
export async function readTraces(files: readonly string[]): Promise<Call[]> {
  const calls: Call[] = [];
  for (const file of files) calls.push(...(await readTrace(file, calls.at(-1)?.ended ?? 0)));
  return calls;
}

async function readTrace(file: string, linesBefore: number): Promise<Call[]> {
  const calls: Call[] = [];
  const open = new Map<string, { began: number; text: string }>();
  let number = linesBefore;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    const whole = WHOLE.exec(line);
    if (whole) {
      const [, , name = '', text = '', result = ''] = whole;
      calls.push({ name, text, result, began: number, ended: number });
      continue;
    }
    const begin = BEGIN.exec(line);
    if (begin) {
      open.set(`${begin[1]} ${begin[2]}`, { began: number, text: begin[3] ?? '' });
      continue;
    }
    const end = END.exec(line);
    const started = end && open.get(`${end[1]} ${end[2]}`);
    if (!end || !started) continue;
    const [, , name = '', rest = '', result = ''] = end;
    calls.push({ name, text: started.text + rest, result, began: started.began, ended: number });
  }
  return calls;
}

/** The bytes of `"\x41\x42"`. */
export function bytesOf(quoted: string): Buffer {
  return Buffer.from(quoted.replaceAll('\\x', ''), 'hex');
}

const STRING = /"((?:\\x[0-9a-f]{2})*)"/g;

/** All strings of a call, joined: the paths of a rename, the parts of a writev. */
export function stringsOf(text: string): Buffer[] {
  return [...text.matchAll(STRING)].map(([, quoted = '']) => bytesOf(quoted));
}

/** The descriptor that a call names first, with what it belongs to. */
export function targetOf(text: string): { fd: number; path: string } | null {
  const match = /^(\d+)<((?:\\x[0-9a-f]{2}|[^>])*)>/.exec(text);
  if (!match) return null;
  const [, fd, name = ''] = match;
  return { fd: Number(fd), path: name.includes('\\x') ? bytesOf(name).toString() : name };
}
