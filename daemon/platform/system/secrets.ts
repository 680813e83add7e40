import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeBase64url } from './base64url.ts';
import type { Random } from './random.ts';
import { syncFolderSync } from './sync-folder.ts';

/** File of the home's secret. */
export const SECRET_FILE = 'secret.key';
const KEY_BYTES = 32;
const KEY_SHAPE = /^[0-9a-f]{64}$/i;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Cached derived keys. */
const KEPT_KEYS = 500;

/** Keys derived from the home's secret, one per purpose. */
export class Secrets {
  readonly #root: Buffer;
  readonly #derived = new Map<string, KeyObject>();

  constructor(root: Buffer) {
    this.#root = root;
  }

  /** HMAC-SHA256 of `text` under the key of `purpose`. */
  sign(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#key(purpose)).update(text).digest();
  }

  /** Encrypts `text` under the key of `purpose` (AES-256-GCM): nonce, tag, ciphertext. */
  seal(purpose: string, text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key(purpose), nonce);
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Decrypts a value of `seal` with the same purpose; throws when it was changed. */
  unseal(purpose: string, sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    // Without the length Node accepts a tag cut to 4 bytes, which can be guessed.
    const decipher = createDecipheriv(CIPHER, this.#key(purpose), nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  }

  /** A value sealed with `seal`, as base64url for a link. */
  sealToken(purpose: string, text: string): string {
    return this.seal(purpose, text).toString('base64url');
  }

  /** The text of a token of `sealToken`; null for any other spelling, purpose or content. */
  unsealToken(purpose: string, token: string): string | null {
    const sealed = decodeBase64url(token);
    if (sealed === null) return null;
    try {
      return this.unseal(purpose, sealed);
    } catch {
      return null;
    }
  }

  #key(purpose: string): KeyObject {
    const known = this.#derived.get(purpose);
    if (known) return known;
    // Some purposes are for one row each, so the cache is bounded.
    if (this.#derived.size >= KEPT_KEYS) this.#derived.clear();
    const key = createSecretKey(createHmac('sha256', this.#root).update(purpose).digest());
    this.#derived.set(purpose, key);
    return key;
  }
}

const RESTORE =
  'Put the right file back, or restore a backup, which includes it: agentmail restore FILE --force';

/** The secret is missing, or isn't the database's. */
export class SecretFileError extends Error {
  readonly file: string;
  readonly trouble: string;

  constructor(file: string, trouble: string, remedy: string = RESTORE) {
    super(`${file} ${trouble}. Encrypted values in the database can't be read without it. ${remedy}`);
    this.name = 'SecretFileError';
    this.file = file;
    this.trouble = trouble;
  }
}

interface SecretSource {
  /** Whether the database was used with a secret. */
  readonly isUsed: boolean;
  /** A file outside of the home with the secret, if the operator named one. */
  readonly given: string | null;
}

/** Reads the home's secret, or creates it unless a database needs the lost one. */
export function loadSecrets(home: string, random: Random, { isUsed, given }: SecretSource): Secrets {
  if (given !== null) return installSecret(home, given);
  if (!isUsed || existsSync(join(home, SECRET_FILE))) {
    ownerFile(home, SECRET_FILE, () => random.bytes(KEY_BYTES).toString('hex'));
  }
  return readSecrets(home);
}

/** Copies a given secret into a home without one, for everything that reads it there. */
function installSecret(home: string, given: string): Secrets {
  const text = readSecretText(given);
  ownerFile(home, SECRET_FILE, () => text);
  const file = join(home, SECRET_FILE);
  if (readSecretText(file) !== text) {
    throw new SecretFileError(file, 'differs from AGENTMAIL_SECRET_FILE', 'Remove the file that is wrong.');
  }
  return readSecrets(home);
}

/** Whether a file's text is a secret. */
export function isSecretText(text: string): boolean {
  return KEY_SHAPE.test(text.trim());
}

/** Reads the secret of a home that must have one. */
export function readSecrets(home: string): Secrets {
  return new Secrets(Buffer.from(readSecretText(join(home, SECRET_FILE)), 'hex'));
}

function readSecretText(file: string): string {
  if (!existsSync(file)) throw new SecretFileError(file, 'is missing');
  const text = readFileSync(file, 'utf8').trim();
  if (!isSecretText(text)) throw new SecretFileError(file, 'is damaged');
  return text.toLowerCase();
}

/** Reads a private file, or creates it atomically with `make`. */
export function ownerFile(home: string, name: string, make: () => string): string {
  const file = join(home, name);
  if (!existsSync(file)) {
    const unfinished = `${file}.new`;
    writeFileSync(unfinished, `${make()}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    // Sealed values are lost without it.
    syncFolderSync(home);
  }
  chmodSync(file, 0o600);
  return readFileSync(file, 'utf8').trim();
}
