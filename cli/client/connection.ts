import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { getReadiness } from '../../shared/contract/platform.ts';
import { isLocator, type Locator } from '../../shared/locator.ts';
import { NoCredentialError, NoDaemonError, UsageError } from '../errors.ts';
import type { KeyStore } from '../machine/home/credentials.ts';
import { type HomeFolder, readIfPresent } from '../machine/home/folder.ts';
import type { Profile } from '../machine/home/profiles.ts';
import type { World } from '../machine/world.ts';
import { type Client, createClient } from './client.ts';
import { ApiError } from './errors.ts';
import { isToken } from './header-text.ts';

const READY_TIMEOUT_MS = 5_000;
/** Longer timeouts need a daemon that answered just before. */
const LONG_CALL_MS = 60_000;
const LONGEST_TIMEOUT_SECONDS = 3_600;

/** Sources of a connection's address and key. */
export interface ConnectionSource {
  readonly world: World;
  readonly home: HomeFolder;
  readonly profileName: string;
  readonly profile: Profile;
  readonly credentials: KeyStore;
}

/** The daemon in a home's locator file; undefined without a readable one. */
export async function readLocator(home: HomeFolder): Promise<Locator | undefined> {
  const content = await readIfPresent(home.locator);
  if (content === undefined) return undefined;
  try {
    const found: unknown = JSON.parse(content);
    return isLocator(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that a daemon accepts requests; throws the client's error otherwise. */
export async function checkReady(world: World, origin: string): Promise<void> {
  const client = createClient({ origin, token: async () => undefined }, world.fetch);
  const timeoutMs = Math.min(READY_TIMEOUT_MS, answerTimeout(world) ?? READY_TIMEOUT_MS);
  await client.call(getReadiness, { timeoutMs });
}

/** Checks that a daemon answers, also one that was drained and accepts only requests of the operator. */
async function checkAnswers(world: World, origin: string): Promise<void> {
  try {
    await checkReady(world, origin);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** The running daemon of this home: its process lives and answers. */
export async function findDaemon({
  world,
  home,
}: Pick<ConnectionSource, 'world' | 'home'>): Promise<Locator> {
  const found = await readLocator(home);
  if (!found) throw new NoDaemonError(`No daemon is running for ${home.path}.`, { home: home.path });
  if (!world.processes.isAlive(found.pid)) {
    throw new NoDaemonError(`The daemon of ${home.path} exited unexpectedly (pid ${found.pid}).`, {
      home: home.path,
      pid: found.pid,
    });
  }
  await checkAnswers(world, found.http);
  return found;
}

/** A client for the daemon that flags, environment and profile select. Its key is looked up on first use. */
export async function connect(source: ConnectionSource): Promise<Client> {
  const { world, profile } = source;
  const chosen = world.env.AGENTMAIL_URL || profile.url;
  const origin = chosen === undefined ? (await findDaemon(source)).http : originOf(chosen);
  let key: Promise<string> | undefined;
  const client = createClient(
    {
      origin,
      version: world.machine.version,
      answerTimeoutMs: answerTimeout(world),
      token: async (endpoint: Endpoint) => {
        if (endpoint.who === 'public') return undefined;
        if (endpoint.who === 'operator') return operatorToken(source, origin);
        key ??= apiKey(source, origin);
        return key;
      },
      session: async (endpoint, wish) => {
        if (endpoint.who === 'public' || endpoint.who === 'operator') return undefined;
        if (wish === 'needed') return requiredSession(source, origin);
        const { AGENTMAIL_KEY } = world.env;
        const hasKey = AGENTMAIL_KEY || (await source.credentials.get(source.profileName)) !== undefined;
        if (endpoint.who === 'session' && !hasKey) return requiredSession(source, origin);
        // Without a session the daemon tells the key what's missing.
        const isPreferred = wish === 'better' || endpoint.who === 'session';
        return isPreferred || !hasKey ? storedSession(source, origin) : undefined;
      },
    },
    world.fetch,
  );
  if (chosen === undefined) return client;
  return {
    ...client,
    call: async (endpoint, request) => {
      if ((request.timeoutMs ?? 0) > LONG_CALL_MS) await checkAnswers(world, origin);
      return client.call(endpoint, request);
    },
  };
}

/** Answer timeout from the environment, in milliseconds. */
function answerTimeout({ env }: World): number | undefined {
  const given = env.AGENTMAIL_TIMEOUT;
  if (!given) return undefined;
  const seconds = /^\d+(?:\.\d+)?$/.test(given) ? Number(given) : 0;
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT_SECONDS) return seconds * 1000;
  throw new UsageError(
    `AGENTMAIL_TIMEOUT must be a number of seconds up to ${LONGEST_TIMEOUT_SECONDS}, not "${given}".`,
  );
}

/** Sessions are stored beside keys, under names that no profile can have. */
export const sessionEntry = (profile: string) => `session:${profile}`;

async function storedSession(source: ConnectionSource, origin: string): Promise<string | undefined> {
  return isOwnDaemon(source, origin) ? source.credentials.get(sessionEntry(source.profileName)) : undefined;
}

async function requiredSession(source: ConnectionSource, origin: string): Promise<string> {
  const session = await storedSession(source, origin);
  if (session !== undefined) return session;
  throw new NoCredentialError('Only a signed-in person can do this.', 'agentmail login EMAIL');
}

function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && ['http:', 'https:'].includes(parsed.protocol)) return parsed.origin;
  throw new UsageError(`${url} isn't the URL of a daemon`, 'example: AGENTMAIL_URL=http://127.0.0.1:4310');
}

/** A stored key or session belongs to one daemon; a variable must not send it elsewhere. */
function isOwnDaemon({ profile }: Pick<ConnectionSource, 'profile'>, origin: string): boolean {
  return profile.url === undefined ? isLoopback(origin) : originOf(profile.url) === origin;
}

/** Refuses to store a secret of a daemon that isn't the profile's. */
export function assertKeepsFor({ world, profile, profileName }: ConnectionSource): void {
  const chosen = world.env.AGENTMAIL_URL;
  if (!chosen || isOwnDaemon({ profile }, originOf(chosen))) return;
  throw new UsageError(
    `Profile "${profileName}" isn't for ${originOf(chosen)}.`,
    `agentmail profiles set NAME --url ${originOf(chosen)}, then --profile NAME`,
  );
}

async function apiKey(source: ConnectionSource, origin: string): Promise<string> {
  const { world, profileName, credentials } = source;
  if (world.env.AGENTMAIL_KEY) return namedKey(world.env.AGENTMAIL_KEY);
  if (!isOwnDaemon(source, origin)) {
    throw new NoCredentialError(
      `Profile "${profileName}" has no key for ${origin}.`,
      'set AGENTMAIL_KEY, or agentmail profiles set NAME --url URL --key',
    );
  }
  const stored = await credentials.get(profileName);
  if (stored !== undefined) {
    if (isToken(stored)) return stored;
    throw new NoCredentialError(
      `The stored value of profile "${profileName}" isn't an API key.`,
      'agentmail profiles set NAME --key replaces it',
    );
  }
  throw new NoCredentialError(
    `Profile "${profileName}" has no key.`,
    "agentmail up creates the owner's account; otherwise set AGENTMAIL_KEY, or agentmail profiles set NAME --key",
  );
}

/** Trims the line end of files and pipes. Text that no header can carry isn't a key. */
function namedKey(text: string): string {
  const key = text.trim();
  if (isToken(key)) return key;
  throw new NoCredentialError("AGENTMAIL_KEY isn't an API key.", 'keys begin with am_live_');
}

async function operatorToken({ home }: ConnectionSource, origin: string): Promise<string> {
  if (!isLoopback(origin)) {
    throw new UsageError("Operator commands work only on the daemon's own machine.");
  }
  const token = await readIfPresent(home.operatorToken);
  if (token !== undefined) return token.trim();
  throw new NoCredentialError(
    `${home.path} has no operator token.`,
    'the daemon creates it on its first start: agentmail up',
  );
}

/** Whether the daemon is this home's and the caller is its operator; only then extra facts are requested. */
export async function isOwnHome({
  world,
  home,
  profile,
}: Pick<ConnectionSource, 'world' | 'home' | 'profile'>): Promise<boolean> {
  const token = await readIfPresent(home.operatorToken).catch(() => undefined);
  if (token === undefined) return false;
  const chosen = world.env.AGENTMAIL_URL || profile.url;
  return chosen === undefined || (await readLocator(home))?.http === originOf(chosen);
}

export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
