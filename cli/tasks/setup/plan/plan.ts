import { createHash } from 'node:crypto';
import type { MailboxView } from '../../../../shared/contract/mailboxes.ts';
import type { Actual, ActualMailbox } from '../actual/read.ts';
import type { Setup } from '../file/schema.ts';
import { planDomains, planKeys } from './access.ts';
import { planAccount, planSettings } from './account.ts';
import { type LeftAlone, PHASES, type PruneKind, type SetupChange, type SetupStep } from './change.ts';
import { planAccountLists } from './lists.ts';
import { fieldsOf } from './mailbox-fields.ts';
import { planMailboxes } from './mailboxes.ts';
import { planNotices } from './notices.ts';
import { planWebhooks } from './webhooks.ts';

/** The steps that make a daemon as a file says. */
export interface SetupPlan {
  /** In the order in which they run. */
  readonly steps: readonly SetupStep[];
  readonly left: readonly LeftAlone[];
  /** Of the changes and of what is there: equal plans of an unchanged daemon have the same. */
  readonly revision: string;
}

export function planSetup(setup: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): SetupPlan {
  const parts = [
    { steps: planSettings(setup, actual), left: [] },
    { steps: planAccount(setup, actual), left: [] },
    planAccountLists(setup, actual, prune),
    planMailboxes(setup, actual, prune),
    planDomains(setup, actual, prune),
    planKeys(setup, actual, prune),
    planWebhooks(setup, actual, prune),
    planNotices(setup, actual, prune),
  ];
  const all = parts.flatMap(({ steps }) => steps);
  // A mailbox of a new domain is created after it.
  const first = all.filter(({ change }) => change.action === 'create' && change.path.startsWith('domains.'));
  const ordered = [...first, ...all.filter((step) => !first.includes(step))];
  const steps = ordered.toSorted((one, other) => PHASES.indexOf(one.phase) - PHASES.indexOf(other.phase));
  const changes = steps.map(({ change }) => change);
  return { steps, left: parts.flatMap(({ left }) => left), revision: revisionOf(changes, actual) };
}

const REVISION_LENGTH = 16;

function revisionOf(changes: readonly SetupChange[], actual: Actual): string {
  const text = JSON.stringify([changes, stableFacts(actual)], (_key, value: unknown) =>
    value instanceof Set ? [...value].toSorted() : value,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, REVISION_LENGTH);
}

/** Facts that only a change of the setup changes: no times of use, no counts, no state of servers. */
function stableFacts({ account, mailboxes, lists, settings, ...rest }: Actual) {
  return {
    account,
    lists,
    settings,
    mailboxes: Object.values(mailboxes).map(stableMailbox),
    domains: rest.domains.map((each) => [each.id, each.is_default, each.catch_all_mailbox_id]),
    keys: rest.keys.map(({ id, label, role, mailbox_ids }) => [id, label, role, mailbox_ids]),
    webhooks: rest.webhooks.map((each) => [each.id, each.updated_at]),
    notices: rest.notices.map(({ id, updated_at }) => [id, updated_at]),
  };
}

function stableMailbox({ view, ...rest }: ActualMailbox) {
  const { continuity: _continuity, connection_state: state, ...stable } = view;
  return { ...rest, is_disconnected: state === 'disconnected', fields: fieldsOf(stable as MailboxView) };
}
