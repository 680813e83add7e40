import { createHmac } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;

/** Keys derived from the one secret of the home folder; each purpose has its own. */
export class Secrets {
  readonly #root: Buffer;

  constructor(root: Buffer) {
    this.#root = root;
  }

  /** HMAC-SHA256 of `text` under the key of `purpose`. */
  sign(purpose: string, text: string): Buffer {
    const key = createHmac('sha256', this.#root).update(purpose).digest();
    return createHmac('sha256', key).update(text).digest();
  }
}

/** Reads the secret of a home folder, or makes it on the first start. */
export function loadSecrets(home: string, random: Random): Secrets {
  return new Secrets(
    Buffer.from(
      ownerFile(home, KEY_FILE, () => random.bytes(KEY_BYTES).toString('hex')),
      'hex',
    ),
  );
}

/** The content of a file that only the owner reads, made by `make` when absent; whole, or not there. */
export function ownerFile(home: string, name: string, make: () => string): string {
  const file = join(home, name);
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, `${make()}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
