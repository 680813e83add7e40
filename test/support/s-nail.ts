import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** People with a real mail program (s-nail), each with a folder of mail. */

export function hasSnail(): boolean {
  return spawnSync('s-nail', ['-V']).status === 0;
}

/** A message as the mail program hands it to its server. */
export interface WrittenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

const SERVER = `#!/bin/sh
printf '%s\\n' "$@" > "$HERE/recipients"
cat > "$HERE/mail"
`;

export class Person {
  readonly address: string;
  readonly #name: string;
  readonly #home: string;
  #count = 0;

  constructor(name: string, address: string) {
    this.address = address;
    this.#name = name;
    this.#home = mkdtempSync(join(tmpdir(), 'agentmail-snail-'));
    mkdirSync(join(this.#home, 'out'));
    const server = join(this.#home, 'server.sh');
    writeFileSync(server, SERVER);
    chmodSync(server, 0o755);
    writeFileSync(join(this.#home, 'mbox'), '');
  }

  /** Puts a message into the folder, as a delivery does. */
  deliver(raw: string): void {
    const lines = raw.replaceAll('\r\n', '\n').replaceAll(/^From /gm, '>From ');
    appendFileSync(join(this.#home, 'mbox'), `From x Mon Mar  2 10:00:00 2026\n${lines}\n\n`);
    this.#count += 1;
  }

  /** Text of the newest message, as the program shows it. */
  read(): string {
    return this.#run(`type ${this.#count}\nexit\n`);
  }

  /** Answers the newest message: `reply` goes to all, `Reply` to its sender only. */
  answer(how: 'reply' | 'Reply', text: string): WrittenMail {
    this.#run(`${how} ${this.#count}\n${text}\n~.\nexit\n`);
    const written = readFileSync(join(this.#home, 'out/recipients'), 'utf8').trim().split('\n');
    const raw = readFileSync(join(this.#home, 'out/mail'), 'utf8').replaceAll('\n', '\r\n');
    return { from: this.address, to: written.slice(written.indexOf('--') + 1), raw };
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }

  #run(commands: string): string {
    const settings = {
      mta: join(this.#home, 'server.sh'),
      from: `${this.#name} <${this.address}>`,
      quote: '1',
      indentprefix: '> ',
      sendwait: '',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => [
      '-S',
      value === '' ? name : `${name}=${value}`,
    ]);
    const run = spawnSync(
      's-nail',
      ['-n', '-#', '-S', 'v15-compat=yes', ...flags, '-f', join(this.#home, 'mbox')],
      {
        input: commands,
        encoding: 'utf8',
        env: { ...process.env, HERE: join(this.#home, 'out'), MAILRC: '/dev/null', HOME: this.#home },
      },
    );
    if (run.status !== 0) throw new Error(`s-nail: ${run.stderr}`);
    return run.stdout;
  }
}
