import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import { type updateSettings as contract, MACHINE_SETTINGS } from '../../shared/contract/settings.ts';
import { accountsWithoutPhone, unlockWithoutPhone } from '../access/signup/state.ts';
import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { OPERATOR } from '../store/audit.ts';
import { SERVICE_ACCOUNT } from '../store/lock-scope.ts';
import { TlsFileError, usableTlsFiles } from '../system/tls-files.ts';
import type { StoredSettings } from './settings.ts';

export function getSettings({ settings }: Pick<Context, 'settings'>): ReplyOf<typeof contract> {
  return {
    settings: settings.view(),
    restart_needed: settings.restartNeeded(),
    machine_settings: [...MACHINE_SETTINGS],
  };
}

/** The relay and gateway transports need their own setting. */
function assertWaysNamed(stored: StoredSettings): void {
  if (stored['mail.transport'] === 'relay' && !stored['mail.relay']) {
    throw invalidField('mail.relay', 'must have a url while mail.transport is relay');
  }
  if (stored['sms.transport'] === 'http' && !stored['sms.http']) {
    throw invalidField('sms.http', 'must have a url while sms.transport is http');
  }
}

/** Unusable TLS files would prevent the next start. */
function assertTlsUsable({ config }: Context, chosen: BodyOf<typeof contract>['smtp.tls']): void {
  try {
    usableTlsFiles(config.home, chosen ?? null);
  } catch (error) {
    throw error instanceof TlsFileError ? invalidField('smtp.tls', `can't be used: ${error.reason}`) : error;
  }
}

/** Stores settings, all or none. The audit row names changed settings without values. */
export async function updateSettings(
  context: Context,
  changes: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  assertTlsUsable(context, changes['smtp.tls']);
  const waiting =
    changes['access.phone_verification'] === 'off' ? await accountsWithoutPhone(context.store.read) : [];
  await context.store.write({ accounts: [SERVICE_ACCOUNT, ...waiting] }, async (transaction) => {
    const changed = await context.settings.change(transaction, changes, assertWaysNamed);
    if (changed.length === 0) return;
    await unlockWithoutPhone(transaction, waiting);
    await transaction.audit({
      kind: 'settings.updated',
      accountId: null,
      actor: OPERATOR,
      after: changed,
    });
  });
  await context.settings.reload();
  return getSettings(context);
}
