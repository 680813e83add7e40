import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import { type updateSettings as contract, MACHINE_SETTINGS } from '../../../shared/contract/settings.ts';
import { accountsWithoutPhone, unlockWithoutPhone } from '../../access/signup/state.ts';
import type { Context } from '../../context.ts';
import { invalidField } from '../../platform/errors/service-error.ts';
import type { SettingChanges, StoredSettings } from '../../platform/settings/settings.ts';
import { OPERATOR } from '../../platform/store/actor.ts';
import { SERVICE_ACCOUNT } from '../../platform/store/lock-scope.ts';
import type { Store } from '../../platform/store/store.ts';
import { TlsFileError, usableTlsFiles } from '../../platform/system/tls-files.ts';

/** Parts of the context for changes of settings, also without a running daemon. */
type SettingsContext = Pick<Context, 'config' | 'settings' | 'store'>;

/** Settings of the service, and of the machine of a node. */
interface OfNode {
  /** This node without a name. */
  readonly node?: string | undefined;
}

/**
 * Shows the settings. The defaults of another node's machine depend on how it was started, so only those that
 * are stored are shown of it.
 */
export async function getSettings(
  { settings, store }: Pick<SettingsContext, 'settings' | 'store'>,
  { node = store.cluster.node }: OfNode,
): Promise<ReplyOf<typeof contract>> {
  const own = { settings: settings.view(), restart_needed: settings.restartNeeded() };
  const machine_settings = [...MACHINE_SETTINGS];
  if (node === store.cluster.node) return { node, ...own, machine_settings };
  await assertKnown(store, node);
  const ofService = (name: string) => !machine_settings.some((each) => each === name);
  return {
    node,
    settings: {
      ...Object.fromEntries(Object.entries(own.settings).filter(([name]) => ofService(name))),
      ...(await settings.storedOfMachine(node)),
    },
    restart_needed: own.restart_needed.filter(ofService),
    machine_settings,
  };
}

/** Refuses a node that neither runs nor has settings: its name is misspelt. */
async function assertKnown(store: Store, node: string): Promise<void> {
  if ((await store.cluster.nodes()).some(({ name }) => name === node)) return;
  const row = store.read.selectFrom('settings').select('name').where('worker', '=', node).limit(1);
  if (await row.executeTakeFirst()) return;
  throw invalidField('node', "isn't a node of this service");
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

/** Unusable TLS files would prevent the next start, and only their machine can read them. */
function assertTlsUsable(
  { config, store }: SettingsContext,
  node: string,
  chosen: SettingChanges['smtp.tls'],
): void {
  if (node !== store.cluster.node) {
    if (chosen) throw invalidField('smtp.tls', `names files of the node ${node}; set it there`);
    return;
  }
  try {
    usableTlsFiles(config.home, chosen ?? null);
  } catch (error) {
    throw error instanceof TlsFileError ? invalidField('smtp.tls', `can't be used: ${error.reason}`) : error;
  }
}

/** Stores settings, all or none. The audit row names changed settings without values. */
export async function updateSettings(
  context: SettingsContext,
  { node = context.store.cluster.node, ...changes }: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  if (node !== context.store.cluster.node) await assertKnown(context.store, node);
  assertTlsUsable(context, node, changes['smtp.tls']);
  const waiting =
    changes['access.phone_verification'] === 'off' ? await accountsWithoutPhone(context.store.read) : [];
  await context.store.write({ accounts: [SERVICE_ACCOUNT, ...waiting] }, async (transaction) => {
    const changed = await context.settings.change(transaction, { node, changes }, assertWaysNamed);
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
  return getSettings(context, { node });
}
