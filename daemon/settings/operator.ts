import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { updateSettings as contract } from '../../shared/contract/settings.ts';
import type { Context } from '../context.ts';
import { writeAudit } from '../events/audit.ts';
import { OPERATOR } from '../operator/actor.ts';

export function getSettings({ settings }: Pick<Context, 'settings'>): ReplyOf<typeof contract> {
  return { settings: settings.view(), restart_needed: settings.restartNeeded() };
}

/** Stores settings, all or none; the audit row names them without their values. */
export async function updateSettings(
  context: Context,
  changes: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  await context.settings.change(changes);
  await context.store.write((transaction) =>
    writeAudit(context.random, transaction, {
      kind: 'settings.updated',
      accountId: null,
      actor: OPERATOR,
      after: Object.keys(changes),
    }),
  );
  return getSettings(context);
}
