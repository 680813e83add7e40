import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../../errors.ts';
import type { World } from '../../machine/world.ts';

const PACKAGE = 'agentmaild';
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 10_000;

/** The newest published version, from the registry that npm is configured to use. */
export async function newestVersion(
  world: Pick<World, 'env' | 'fetch' | 'machine'>,
): Promise<{ readonly newest: string; readonly package: string; readonly registry: string }> {
  const registry = await registryOf(world);
  const answer = await ask(world, registry, new URL(`${PACKAGE}/latest`, registry));
  const { version, bin } = (answer ?? {}) as { version?: unknown; bin?: Readonly<Record<string, unknown>> };
  // The public name may be another's.
  if (typeof version !== 'string' || bin?.agentmaild === undefined) {
    throw refused(`The package ${PACKAGE} at ${registry} isn't this program.`, registry);
  }
  return { newest: version, package: PACKAGE, registry };
}

/** The registry of npm's environment variable or of the user's `.npmrc`, else the public one. */
async function registryOf({ env, machine }: Pick<World, 'env' | 'machine'>): Promise<string> {
  const file = env.npm_config_userconfig ?? join(machine.userHome, '.npmrc');
  const lines = await readFile(file, 'utf8').catch(() => '');
  const written = /^\s*registry\s*=\s*(\S+)\s*$/m.exec(lines)?.[1];
  const chosen = env.npm_config_registry ?? env.NPM_CONFIG_REGISTRY ?? written ?? PUBLIC_REGISTRY;
  if (!/^https?:\/\//.test(chosen) || !URL.canParse(chosen)) {
    throw new CommandError(`npm's registry "${chosen}" is no address.`, { exit: 'usage', code: 'USAGE' });
  }
  return chosen.endsWith('/') ? chosen : `${chosen}/`;
}

async function ask({ fetch }: Pick<World, 'fetch'>, registry: string, url: URL): Promise<unknown> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (response === null) throw refused(`The registry ${registry} didn't respond.`, registry);
  if (response.status === 404) throw refused(`The registry ${registry} has no package ${PACKAGE}.`, registry);
  if (!response.ok) throw refused(`The registry ${registry} answered HTTP ${response.status}.`, registry);
  return response.json().catch(() => null);
}

function refused(message: string, registry: string): CommandError {
  return new CommandError(message, {
    exit: 'transient',
    code: 'REGISTRY_FAILED',
    details: { registry },
    hint: "check the network, or npm's setting: npm config get registry",
  });
}

/** Whether a version is older than another, as semantic versions. */
export function isOlder(version: string, other: string): boolean {
  const [left, right] = [partsOf(version), partsOf(other)];
  for (const [index, part] of left.numbers.entries()) {
    const difference = part - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // A version with a suffix comes before the one without.
  if (left.suffix === '' || right.suffix === '') return left.suffix !== '' && right.suffix === '';
  return left.suffix.localeCompare(right.suffix, 'en', { numeric: true }) < 0;
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly suffix: string } {
  const [release = '', suffix = ''] = version.split('+')[0]?.split(/-(.*)/s) ?? [];
  return { numbers: release.split('.').map(Number), suffix };
}
