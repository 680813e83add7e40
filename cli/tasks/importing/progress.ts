import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type HomeFolder, readIfPresent, writePrivate } from '../../machine/home/folder.ts';

/** Progress of an import. */
export interface Progress {
  /** Entries that the service has confirmed, in file order. */
  readonly sent: number;
  readonly added: number;
  readonly already_existed: number;
}

export const NOTHING_YET: Progress = { sent: 0, added: 0, already_existed: 0 };

/** Progress of one file into one list, stored in the home until it's complete. */
export class SavedProgress {
  readonly #home: HomeFolder;
  readonly #file: string;

  /** `target` names the list, `content` is the file's text: a changed file is a new import. */
  constructor(home: HomeFolder, target: readonly string[], content: string) {
    const key = createHash('sha256')
      .update(JSON.stringify([target, content]))
      .digest('hex')
      .slice(0, 32);
    this.#home = home;
    this.#file = join(home.path, `import-${key}.json`);
  }

  async load(): Promise<Progress> {
    const text = await readIfPresent(this.#file);
    return text === undefined ? NOTHING_YET : (JSON.parse(text) as Progress);
  }

  save(progress: Progress): Promise<void> {
    return writePrivate(this.#home, this.#file, `${JSON.stringify(progress)}\n`);
  }

  forget(): Promise<void> {
    return rm(this.#file, { force: true });
  }
}
