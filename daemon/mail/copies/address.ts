import type { Principal } from '../../access/principal.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import { parseAddress } from '../../platform/system/mail-address.ts';
import { routeAddress } from '../../rules/mailboxes/route-address.ts';
import { simulatorScenario } from '../../rules/recipients/simulator.ts';
import { isConfirmedRecipient } from '../../rules/recipients/verified/table.ts';
import type { MailContext } from '../context.ts';

/** Whether copies may go to an address: one of this daemon would make a loop. */
export async function isCopyTarget(
  { clock, config, store }: Pick<MailContext, 'clock' | 'config' | 'store'>,
  address: string,
): Promise<boolean> {
  if (parseAddress(address) === null) return false;
  if (simulatorScenario(address, config.platformDomain) !== null) return false;
  return (
    (await routeAddress(store.read, config.platformDomain, { address, now: clock.now() })).kind ===
    'elsewhere'
  );
}

/** Refuses an address that isn't the account owner's: strangers would get mail that they didn't ask for. */
export async function assertCopyAddress(
  context: Pick<MailContext, 'clock' | 'config' | 'store'>,
  { account }: Principal,
  address: string | null | undefined,
): Promise<void> {
  if (address === null || address === undefined) return;
  if (!(await isCopyTarget(context, address))) {
    throw invalidField('copy_to', 'must be an address outside of this service');
  }
  const isOwn = account.emailVerified && address.toLowerCase() === account.email.toLowerCase();
  if (isOwn || account.unlimited || (await isConfirmedRecipient(context.store.read, account.id, address)))
    return;
  throw invalidField('copy_to', "must be the account's own address or a confirmed recipient");
}
