import type { getCaller } from '../../../shared/contract/accounts.ts';
import type { ReplyOf } from '../../../shared/contract/endpoint.ts';
import type { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import type { checkIntegrity, getStatus } from '../../../shared/contract/operator.ts';
import type { checkMail } from '../../../shared/contract/operator-mail.ts';
import type { getHealth } from '../../../shared/contract/platform.ts';
import type { Locator } from '../../../shared/locator.ts';
import type { CommandContext } from '../../context.ts';
import type { ExitName } from '../../machine/exit-codes.ts';

export type CheckSeverity = 'ok' | 'warning' | 'error' | 'skipped';

/** Result of a check, with advice. */
export interface DoctorResult {
  readonly severity: CheckSeverity;
  readonly message: string;
  readonly remedy?: string;
  /** The node of the service that it concerns, where there are several. */
  readonly node?: string;
  /** Doctor's exit for this error. */
  readonly exit?: ExitName;
}

/** A check of `doctor`. */
export interface DoctorCheck {
  readonly id: string;
  readonly title: string;
  readonly look: (patient: Patient) => Promise<DoctorResult>;
}

/** Facts for the checks. */
export interface Patient {
  readonly context: CommandContext;
  readonly endpoints: {
    readonly getHealth: typeof getHealth;
    readonly getCaller: typeof getCaller;
    readonly getStatus: typeof getStatus;
    readonly checkIntegrity: typeof checkIntegrity;
    readonly checkMail: typeof checkMail;
    readonly listMailboxes: typeof listMailboxes;
  };
  /** Content of the locator file, if there is one. */
  readonly locator: Locator | undefined;
  /** Whether the daemon answers; checked once. */
  readonly reachable: () => Promise<DoctorResult>;
  /** The daemon's report on its database; asked once. */
  readonly integrity: () => Promise<ReplyOf<typeof checkIntegrity>>;
}
