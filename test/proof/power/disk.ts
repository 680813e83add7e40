import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Seeded } from '../../mail/review/seeded.ts';
import { type Call, stringsOf, targetOf } from './trace.ts';

/**
 * A disk that keeps only what it was told to keep. What a file was given since its last sync may be lost, in
 * any selection and torn at sectors; what happened to a folder's names since its last sync may be lost from
 * some point on.
 */

type Change =
  | { readonly kind: 'write'; readonly offset: number; readonly bytes: Buffer; readonly ended: number }
  | { readonly kind: 'truncate'; readonly length: number; readonly ended: number };

type NameChange =
  | { readonly kind: 'link'; readonly name: string; readonly file: DiskFile; readonly ended: number }
  | { readonly kind: 'unlink'; readonly name: string; readonly ended: number };

const SECTOR = 512;

class DiskFile {
  /** Durable content. */
  #kept = Buffer.alloc(0);
  #changes: Change[] = [];
  readonly isFolder: boolean;

  constructor(isFolder = false) {
    this.isFolder = isFolder;
  }

  add(change: Change): void {
    this.#changes.push(change);
  }

  sync(began: number): void {
    const safe = this.#changes.filter(({ ended }) => ended < began);
    this.#changes = this.#changes.filter(({ ended }) => ended >= began);
    for (const change of safe) this.#kept = applied(this.#kept, change);
  }

  /** The content after a cut: everything, nothing or some of what was not synced. */
  afterCut(loss: Loss, random: Seeded): Buffer {
    let content = Buffer.from(this.#kept);
    for (const change of this.#changes) {
      if (loss === 'all') continue;
      if (loss === 'none') content = applied(content, change);
      else content = partly(content, change, random);
    }
    return content;
  }
}

function applied(content: Buffer<ArrayBuffer>, change: Change): Buffer<ArrayBuffer> {
  if (change.kind === 'truncate') {
    const cut = Buffer.alloc(change.length);
    content.copy(cut, 0, 0, change.length);
    return cut;
  }
  const { offset, bytes } = change;
  const end = offset + bytes.length;
  const grown =
    end <= content.length ? content : Buffer.concat([content, Buffer.alloc(end - content.length)]);
  bytes.copy(grown, offset);
  return grown;
}

/** A write arrives whole, not at all, or in some of its sectors. */
function partly(content: Buffer<ArrayBuffer>, change: Change, random: Seeded): Buffer<ArrayBuffer> {
  const dice = random.below(3);
  if (dice === 0) return content;
  if (dice === 1 || change.kind === 'truncate') return applied(content, change);
  let torn = content;
  for (let at = 0; at < change.bytes.length; at += SECTOR) {
    if (random.below(2) === 0) continue;
    const bytes = change.bytes.subarray(at, at + SECTOR);
    torn = applied(torn, { ...change, offset: change.offset + at, bytes });
  }
  return torn;
}

export type Loss = 'all' | 'some' | 'none';

export class Disk {
  readonly #home: string;
  /** Names as a running program sees them. */
  readonly #names = new Map<string, DiskFile>();
  readonly #keptNames = new Map<string, DiskFile>();
  readonly #nameChanges = new Map<string, NameChange[]>();
  /** Open files: where the next write goes. */
  readonly #positions = new Map<number, number>();

  constructor(home: string) {
    this.#home = home;
  }

  /** True when something became safe. */
  take(call: Call): boolean {
    if (call.result.startsWith('-1')) return false;
    const { ended } = call;
    switch (call.name) {
      case 'openat':
        this.#opened(call);
        return false;
      case 'write':
      case 'writev':
        this.#written(call, null);
        return false;
      case 'pwrite64':
      case 'pwritev':
        this.#written(call, Number(/, (\d+)$/.exec(call.text)?.[1]));
        return false;
      case 'ftruncate':
        this.#file(call)?.add({
          kind: 'truncate',
          length: Number(/, (\d+)$/.exec(call.text)?.[1]),
          ended,
        });
        return false;
      case 'fsync':
      case 'fdatasync':
        return this.#synced(call);
      case 'mkdir':
      case 'mkdirat': {
        const name = this.#inside(stringsOf(call.text)[0]?.toString() ?? '');
        if (name !== null) this.#linked(name, new DiskFile(true), ended);
        return false;
      }
      case 'rename':
      case 'renameat':
      case 'renameat2':
        this.#renamed(call);
        return false;
      case 'unlink':
      case 'unlinkat': {
        const [path] = stringsOf(call.text);
        if (path) this.#unlinked(path.toString(), ended);
        return false;
      }
      default:
        return false;
    }
  }

  /** Writes what is left after a cut into a folder. */
  writeTo(folder: string, loss: Loss, random: Seeded): void {
    const names = new Map(this.#keptNames);
    for (const changes of this.#nameChanges.values()) {
      const safe = loss === 'all' ? 0 : loss === 'none' ? changes.length : random.below(changes.length + 1);
      for (const change of changes.slice(0, safe)) {
        if (change.kind === 'link') names.set(change.name, change.file);
        else names.delete(change.name);
      }
    }
    for (const [name, file] of names) {
      // Locks and shared memory mean nothing after a start.
      if (/-shm$|\.lock/.test(name)) continue;
      if (file.isFolder) mkdirSync(join(folder, name));
      else if (dirname(name) === '.' || names.has(dirname(name))) {
        writeFileSync(join(folder, name), file.afterCut(loss, random));
      }
    }
  }

  #inside(path: string): string | null {
    const name = relative(this.#home, path);
    return name === '' || name.startsWith('..') ? null : name;
  }

  #file(call: Call): DiskFile | undefined {
    const target = targetOf(call.text);
    const name = target && this.#inside(target.path.replace(/ \(deleted\)$/, ''));
    return name === null || name === undefined ? undefined : this.#names.get(name);
  }

  #opened({ text, result, ended }: Call): void {
    const [path] = stringsOf(text.replace(/^\d+<[^>]*>/, ''));
    const name = path && this.#inside(path.toString());
    this.#positions.set(Number(/^(\d+)/.exec(result)?.[1]), 0);
    if (!name || !text.includes('O_CREAT') || this.#names.has(name)) return;
    this.#linked(name, new DiskFile(), ended);
  }

  #written(call: Call, at: number | null): void {
    const target = targetOf(call.text);
    const file = this.#file(call);
    if (!file || !target) return;
    const bytes = Buffer.concat(stringsOf(call.text.replace(/^\d+<[^>]*>/, ''))).subarray(
      0,
      Number(call.result),
    );
    const offset = at ?? this.#positions.get(target.fd) ?? 0;
    if (at === null) this.#positions.set(target.fd, offset + bytes.length);
    file.add({ kind: 'write', offset, bytes, ended: call.ended });
  }

  #synced(call: Call): boolean {
    const file = this.#file(call);
    if (file && !file.isFolder) {
      file.sync(call.began);
      return true;
    }
    const path = targetOf(call.text)?.path ?? '';
    const folder = path === this.#home ? '.' : this.#inside(path);
    if (folder === null) return false;
    const changes = this.#nameChanges.get(folder) ?? [];
    for (const change of changes.filter(({ ended }) => ended < call.began)) {
      if (change.kind === 'link') this.#keptNames.set(change.name, change.file);
      else this.#keptNames.delete(change.name);
    }
    this.#nameChanges.set(
      folder,
      changes.filter(({ ended }) => ended >= call.began),
    );
    return true;
  }

  #renamed({ text, ended }: Call): void {
    const [from, to] = stringsOf(text).map((path) => this.#inside(path.toString()));
    const file = from && this.#names.get(from);
    if (!from || !to || !file) return;
    // One step in the journal of a file system.
    this.#names.delete(from);
    this.#linked(to, file, ended);
    this.#changesOf(from).push({ kind: 'unlink', name: from, ended });
  }

  #unlinked(path: string, ended: number): void {
    const name = this.#inside(path);
    if (name === null || !this.#names.delete(name)) return;
    this.#changesOf(name).push({ kind: 'unlink', name, ended });
  }

  #linked(name: string, file: DiskFile, ended: number): void {
    this.#names.set(name, file);
    this.#changesOf(name).push({ kind: 'link', name, file, ended });
  }

  #changesOf(name: string): NameChange[] {
    const folder = dirname(name) === '.' ? '.' : dirname(name);
    const changes = this.#nameChanges.get(folder) ?? [];
    this.#nameChanges.set(folder, changes);
    return changes;
  }
}
