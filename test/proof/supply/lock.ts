import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of agentmail by lock file and manifest. */

const ROOT = join(import.meta.dirname, '../../..');

export interface LockedPackage {
  /** Where it lies below node_modules. */
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

export function lockedPackages(): LockedPackage[] {
  const lock = readJson('package-lock.json') as { packages: Record<string, Omit<LockedPackage, 'name'>> };
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({ ...entry, name: path.replace(/^node_modules\//, '') }));
}

/** Packages whose scripts the manifest lets run when they are installed, or keeps from it. */
export function installScripts(): Readonly<Record<string, boolean>> {
  return (readJson('package.json') as { allowScripts: Record<string, boolean> }).allowScripts;
}

export function lockText(): string {
  return readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}

/** Licences under which anyone may run, change and pass on what has them; `dev` ones reach no user. */
const ALLOWED: Readonly<Record<string, 'everywhere' | 'dev'>> = {
  MIT: 'everywhere',
  'MIT-0': 'everywhere',
  ISC: 'everywhere',
  '0BSD': 'everywhere',
  'BSD-2-Clause': 'everywhere',
  'BSD-3-Clause': 'everywhere',
  'Apache-2.0': 'everywhere',
  'CC0-1.0': 'everywhere',
  Unlicense: 'everywhere',
  // Lists, not code.
  'CC-BY-3.0': 'dev',
  // Files keep their licence when they are changed; nothing of them is in what is published.
  'MPL-2.0': 'dev',
};

/** Whether a licence expression (SPDX, one level of brackets) can be met. */
export function isAllowed(license: string, isDev: boolean): boolean {
  const alternatives = license.replaceAll(/[()]/g, '').split(' OR ');
  return alternatives.some((alternative) =>
    alternative.split(' AND ').every((name) => {
      const where = ALLOWED[name.trim()];
      return where === 'everywhere' || (where === 'dev' && isDev);
    }),
  );
}

/** Builds of a tool for other machines: a lock file made on this one does not know their hashes. */
export function isForAnotherMachine({ dev, optional, os, cpu }: LockedPackage): boolean {
  return dev === true && optional === true && (os ?? cpu) !== undefined;
}
