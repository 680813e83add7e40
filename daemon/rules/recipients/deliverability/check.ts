import type { ErrorCode } from '../../../../shared/contract/errors.ts';
import { simulatorDomain } from '../../../../shared/simulator-addresses.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { type MailAddress, parseAddress } from '../../../platform/system/mail-address.ts';
import type { RulesContext } from '../../context.ts';
import { routeAddress } from '../../mailboxes/route-address.ts';
import { simulatorScenario } from '../simulator.ts';
import { isDisposable } from './disposable.ts';
import { findMailServers } from './mail-servers.ts';
import { isRole } from './roles.ts';
import { suspectedTypo } from './typos.ts';

type DeliverabilityContext = Pick<RulesContext, 'config' | 'dns' | 'clock' | 'log'>;

/** Checks an address before mail is sent to it. */
export type Deliverability =
  | { readonly kind: 'deliverable' }
  | {
      readonly kind: 'refused';
      readonly code: ErrorCode;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  /** DNS didn't answer in time. */
  | { readonly kind: 'unknown' };

export interface DeliverabilityQuestion {
  readonly recipient: string;
  /** Replies may go to role and disposable addresses: mail came from there. */
  readonly answering: boolean;
  /** Asks no server, so that nobody waits for one. */
  readonly withoutDns?: boolean;
}

const DELIVERABLE: Deliverability = { kind: 'deliverable' };
/** Why an address can't receive mail. */
const undeliverable = (reason: 'no_such_mailbox' | 'reserved_domain' | 'no_mail_server'): Deliverability => ({
  kind: 'refused',
  code: 'RECIPIENT_UNDELIVERABLE',
  details: { reason },
});

/** Checks in this order: syntax, typo, disposable, role, undeliverable. */
export async function checkDeliverability(
  context: DeliverabilityContext,
  db: Queries,
  { recipient, answering, withoutDns = false }: DeliverabilityQuestion,
): Promise<Deliverability> {
  const { platformDomain, deliverability } = context.config;
  const address = parseAddress(recipient);
  if (!address) return { kind: 'refused', code: 'RECIPIENT_ADDRESS_INVALID' };
  if (simulatorScenario(recipient, platformDomain)) return DELIVERABLE;
  if (address.domain === simulatorDomain(platformDomain)) return undeliverable('no_such_mailbox');
  const route = await routeAddress(db, platformDomain, { address: recipient, now: context.clock.now() });
  if (route.kind === 'unknown' || route.kind === 'closed') return undeliverable('no_such_mailbox');
  // Mailboxes of this daemon, also when they're paused or full.
  if (route.kind !== 'elsewhere' && route.kind !== 'postmaster') return DELIVERABLE;
  const suggestion = suspectedTypo(address.domain, deliverability.typo);
  if (suggestion) {
    return { kind: 'refused', code: 'RECIPIENT_DOMAIN_TYPO_SUSPECTED', details: { suggestion } };
  }
  const kind = answering ? null : unwantedKind(address, deliverability);
  if (kind) return { kind: 'refused', code: kind };
  if (address.domain.endsWith('.invalid')) return undeliverable('reserved_domain');
  if (route.kind === 'postmaster' || withoutDns) return DELIVERABLE;
  return checkMailServers(context, address.domain);
}

function unwantedKind(
  { local, domain }: MailAddress,
  additions: RulesContext['config']['deliverability'],
): ErrorCode | null {
  if (isDisposable(domain, additions.disposable)) return 'RECIPIENT_DISPOSABLE_ADDRESS';
  return isRole(local, additions.role) ? 'RECIPIENT_ROLE_ADDRESS' : null;
}

async function checkMailServers(context: DeliverabilityContext, domain: string): Promise<Deliverability> {
  const { deliverability, mail } = context.config;
  const { dns } = deliverability;
  const asks = dns === 'on' || (dns === 'auto' && mail.transport !== 'capture');
  if (!asks) return DELIVERABLE;
  switch (await findMailServers(context, domain)) {
    case 'present':
      return DELIVERABLE;
    case 'absent':
      return undeliverable('no_mail_server');
    case 'unknown':
      return { kind: 'unknown' };
  }
}
