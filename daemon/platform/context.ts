import type { Config } from './settings/config.ts';
import type { Settings } from './settings/settings.ts';
import type { KeptLease, Leases } from './store/leases.ts';
import type { Outage } from './store/outage.ts';
import type { SignalHub } from './store/signals.ts';
import type { Store } from './store/store.ts';
import type { AccessTokens } from './system/access-tokens.ts';
import type { AddressLookup } from './system/addresses.ts';
import type { SystemClock } from './system/clock.ts';
import type { Dns } from './system/dns.ts';
import type { HttpsPoster } from './system/https-poster.ts';
import type { Log } from './system/log.ts';
import type { Measurements } from './system/measurements.ts';
import type { PublicLinks } from './system/public-links.ts';
import type { Random } from './system/random.ts';
import type { Secrets } from './system/secrets.ts';

/** Dependencies of operations in every wing. */
export interface PlatformContext {
  readonly config: Config;
  readonly clock: SystemClock;
  readonly random: Random;
  readonly log: Log;
  /** Logs failures that the database may have caused. */
  readonly outage: Outage;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly dns: Dns;
  /** Resolves hosts that accounts name. */
  readonly addressLookup: AddressLookup;
  /** Certificate authorities besides those that Node trusts, PEM. */
  readonly authorities: readonly string[];
  /** Tokens of the operator's programs, for mail servers. */
  readonly tokens: AccessTokens;
  readonly links: PublicLinks;
  /** Delivers what committed transactions publish. */
  readonly signals: SignalHub;
  readonly leases: Leases;
  /** The lease of the rows in progress that name this daemon. */
  readonly ownRows: KeptLease;
  /** Posts to webhook receivers. */
  readonly poster: HttpsPoster;
  /** Retries of failed work that wait for their time. */
  readonly retries: Set<Promise<void>>;
  /** Requests in progress, without those of the operator. */
  readonly requests: Set<Promise<void>>;
  /** Aborted when the daemon begins to stop, or is drained. */
  readonly stopping: AbortSignal;
  readonly metrics: Measurements;
}
