import { readFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  SETTING_NAMES,
  SETTING_SCHEMAS,
  type SettingName,
  type SettingValues,
} from '../../../shared/contract/settings.ts';
import { DEFAULT_HOME } from '../../../shared/locator.ts';
import {
  readScanInvocation,
  type ScanInvocation,
  ScanUsageError,
} from '../../content/scan-file/invocation.ts';
import {
  type Config,
  ConfigError,
  DEFAULTS,
  type ListenAddress,
  parseAddress,
} from '../../platform/settings/config.ts';
import { type BucketLocation, bucketOf } from '../../platform/store/bucket/location.ts';
import { hasPassword, storeUrlOf } from '../../platform/store/location.ts';
import { NODE_NAME } from '../../platform/store/node-name.ts';
import { SECOND } from '../../platform/system/clock.ts';
import { LOG_LEVELS, type LogLevel } from '../../platform/system/log.ts';
import type { CheckedHome } from './check-home.ts';
import { USAGE } from './usage.ts';

export type DaemonInvocation =
  | { readonly kind: 'run'; readonly config: Config }
  /** Stores settings from stdin in a home that no daemon uses. */
  | { readonly kind: 'set'; readonly config: Config }
  /** Restores a backup. */
  | {
      readonly kind: 'restore';
      readonly home: string;
      /** URL of its database, if a flag or a variable named one. */
      readonly given: string | undefined;
      readonly node: string | null;
      readonly bucket: BucketLocation | null;
      readonly file: string;
      readonly force: boolean;
    }
  /** Resets settings of a home. */
  | {
      readonly kind: 'unset';
      readonly home: string;
      readonly store: string | null;
      readonly node: string | null;
      readonly blobs: BucketLocation | null;
      readonly names: readonly SettingName[];
    }
  /** Checks a home without starting it. */
  | ({ readonly kind: 'check' } & CheckedHome)
  /** Moves the database of a home to another engine. */
  | {
      readonly kind: 'migrate';
      readonly home: string;
      /** URL of its database, if a flag or a variable named one. */
      readonly given: string | undefined;
      readonly node: string | null;
      /** A URL, `sqlite`, or `-` for a URL on stdin. */
      readonly to: string;
      readonly bucket: BucketLocation | null;
      /** URL of the bucket that the home is to use from now on, if a flag named one. */
      readonly blobs: string | undefined;
    }
  /** Scans one message. */
  | ({ readonly kind: 'scan' } & ScanInvocation)
  | { readonly kind: 'print'; readonly text: string };

/** That of RFC 6409, 587, moved like the others to one that needs no privilege. */
const SUBMISSION_PORT = 2587;

/** Reads flags, then environment, then defaults. Only this file reads them. */
export function readInvocation(argv: readonly string[], env: NodeJS.ProcessEnv): DaemonInvocation {
  if (argv[0] === 'scan') return { kind: 'scan', ...scanInvocation(argv.slice(1)) };
  const { values, positionals } = parseFlags(argv);
  if (values.help) return { kind: 'print', text: USAGE };
  const version = programVersion();
  if (values.version) return { kind: 'print', text: version };
  const home = resolve(
    values.home ?? env.AGENTMAIL_HOME ?? join(homedir() || userInfo().homedir, DEFAULT_HOME),
  );
  const place = { home, given: values.store ?? env.AGENTMAIL_STORE };
  const store = () => storeUrlOf(place);
  const secretFile = env.AGENTMAIL_SECRET_FILE ? resolve(env.AGENTMAIL_SECRET_FILE) : null;
  const node = () => nodeName(values.node ?? env.AGENTMAIL_NODE);
  const bucketUrl = values.blobs ?? env.AGENTMAIL_BLOBS;
  const blobs = () => bucketOf({ home, given: bucketUrl, environment: env });
  const [command, file, ...others] = positionals;
  if (command === 'restore' && file !== undefined && others.length === 0) {
    const { force = false } = values;
    const bucket = store() === null ? null : blobs();
    const path = file === '-' ? file : resolve(file);
    return { kind: 'restore', ...place, node: node(), bucket, file: path, force };
  }
  if (command === 'unset' && file !== undefined) {
    const names = [file, ...others].map(settingName);
    return { kind: 'unset', home, store: store(), blobs: blobs(), node: node(), names };
  }
  if (command === 'migrate-store' && positionals.length === 1 && values.to !== undefined) {
    if (hasPassword(values.to)) {
      throw new ConfigError(
        '--to has a password, which others can read; use --to -, and give the URL on stdin',
      );
    }
    const [to, bucket] = [readTo(values.to), blobs()];
    return { kind: 'migrate', ...place, node: node(), to, bucket, blobs: values.blobs };
  }
  if (command === 'check' && positionals.length === 1)
    return { kind: 'check', ...place, secretFile, blobs: bucketUrl, environment: env };
  if (positionals.length !== 1 || (command !== 'run' && command !== 'set')) {
    throw new ConfigError(
      'unknown or missing command; use run, restore, migrate-store --to, set, unset, check or scan (see agentmaild --help)',
    );
  }
  return {
    kind: command,
    config: {
      ...DEFAULTS,
      home,
      store: store(),
      node: node(),
      nodeTerm: nodeTerm(env.AGENTMAIL_NODE_TERM),
      blobs: blobs(),
      secretFile,
      ...listeners(values),
      ...(values.relay !== undefined && {
        mail: { ...DEFAULTS.mail, transport: 'relay', relay: relayOf(values.relay) },
      }),
      testClock: values['test-clock'] ?? false,
      allowPrivateWebhooks: values['allow-private-webhooks'] ?? DEFAULTS.allowPrivateWebhooks,
      logLevel: logLevel(values['log-level'] ?? 'info'),
      logFile: values['log-file'] === undefined ? null : resolve(values['log-file']),
      traces: traceProtocol(env),
      fixedSettings: FLAG_SETTINGS.flatMap(([flag, setting]) =>
        values[flag] === undefined ? [] : [setting],
      ),
      version,
    },
  };
}

function listeners(values: { readonly http?: string | undefined; readonly smtp?: string | undefined }) {
  const smtp = listenAddress('--smtp', values.smtp ?? '127.0.0.1:2525');
  return {
    http: listenAddress('--http', values.http ?? '127.0.0.1:4310'),
    smtp,
    // A daemon beside another one takes free ports.
    submission: { host: '127.0.0.1', port: smtp.port === 0 ? 0 : SUBMISSION_PORT },
  };
}

function readTo(text: string): string {
  if (!hasPassword(text)) return text;
  throw new ConfigError('--to has a password, which others can read; use --to -, and give the URL on stdin');
}

/** An empty name counts as none. */
function nodeName(name: string | undefined): string | null {
  if (!name) return null;
  if (NODE_NAME.test(name)) return name;
  throw new ConfigError(
    `the name of the node must have 1 to 64 letters, digits, dots, underscores and dashes, not "${name}"`,
  );
}

/** Seconds. Shorter terms would end nodes for a pause of their machine or network. */
const SHORTEST_TERM = 3;
const LONGEST_TERM = 600;

function nodeTerm(text: string | undefined): number {
  if (!text) return DEFAULTS.nodeTerm;
  const seconds = Number(text);
  if (seconds >= SHORTEST_TERM && seconds <= LONGEST_TERM) return seconds * SECOND;
  throw new ConfigError(
    `AGENTMAIL_NODE_TERM must be ${SHORTEST_TERM} to ${LONGEST_TERM} seconds, not "${text}"`,
  );
}

/** The variables of OpenTelemetry; those that are empty count as unset. */
function traceProtocol(env: NodeJS.ProcessEnv): string | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (!endpoint || isOff) return null;
  return env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
}

function settingName(text: string): SettingName {
  const known = SETTING_NAMES.find((name) => name === text);
  if (!known) throw new ConfigError(`there is no setting "${text}"`);
  return known;
}

function scanInvocation(argv: readonly string[]): ScanInvocation {
  try {
    return readScanInvocation(argv);
  } catch (error) {
    throw error instanceof ScanUsageError ? new ConfigError(error.message) : error;
  }
}

/** Flags that override a setting. */
const FLAG_SETTINGS = [
  ['http', 'http.listen'],
  ['smtp', 'smtp.listen'],
  ['relay', 'mail.relay'],
  ['relay', 'mail.transport'],
  ['allow-private-webhooks', 'webhooks.allow_private_targets'],
] as const;

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        home: { type: 'string' },
        store: { type: 'string' },
        node: { type: 'string' },
        blobs: { type: 'string' },
        to: { type: 'string' },
        http: { type: 'string' },
        smtp: { type: 'string' },
        relay: { type: 'string' },
        'test-clock': { type: 'boolean' },
        'allow-private-webhooks': { type: 'boolean' },
        'log-level': { type: 'string' },
        'log-file': { type: 'string' },
        force: { type: 'boolean' },
        version: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

/** Moves the credentials out of a relay's URL. */
function relayOf(text: string): SettingValues['mail.relay'] {
  const match = /^(?<scheme>smtps?:\/\/)(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<rest>.+)$/.exec(text);
  const { scheme, user, password, rest } = match?.groups ?? {};
  const relay = SETTING_SCHEMAS['mail.relay'].safeParse({
    url: `${scheme}${rest}`,
    ...(user !== undefined && { username: decoded(user), password: decoded(password ?? '') }),
  });
  if (!relay.success) {
    throw new ConfigError(
      '--relay must be smtp://[user:password@]host:port or smtps://[user:password@]host:port',
    );
  }
  return relay.data;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function listenAddress(flag: string, value: string): ListenAddress {
  try {
    return parseAddress(value);
  } catch {
    throw new ConfigError(`${flag} must be HOST:PORT, not "${value}"`);
  }
}

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value);
  if (!level) throw new ConfigError(`--log-level must be one of ${LOG_LEVELS.join(', ')}, not "${value}"`);
  return level;
}

/** Version from package.json, which is above the sources and above the bundle. */
function programVersion(): string {
  const root = import.meta.url.endsWith('.ts') ? '../../../' : '../';
  const manifest: unknown = JSON.parse(readFileSync(new URL(`${root}package.json`, import.meta.url), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    if (typeof manifest.version === 'string') return manifest.version;
  }
  throw new ConfigError('package.json has no version');
}
