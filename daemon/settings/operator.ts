import type { BodyOf, ReplyOf } from '../../shared/contract/endpoint.ts';
import type { updateSettings as contract } from '../../shared/contract/settings.ts';
import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { writeAudit } from '../events/audit.ts';
import { OPERATOR } from '../operator/actor.ts';

export function getSettings({ settings }: Pick<Context, 'settings'>): ReplyOf<typeof contract> {
  return { settings: settings.view(), restart_needed: settings.restartNeeded() };
}

/** Mail that goes to a relay needs one. */
function assertRelayNamed({ settings }: Context, changes: BodyOf<typeof contract>): void {
  const next = <K extends 'mail.transport' | 'mail.relay'>(name: K) =>
    changes[name] === undefined ? settings.stored(name) : changes[name];
  if (next('mail.transport') !== 'relay' || next('mail.relay')) return;
  throw invalidField('mail.relay', 'must name the server that takes the mail while mail.transport is relay');
}

/** Stores settings, all or none; the audit row names them without their values. */
export async function updateSettings(
  context: Context,
  changes: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  assertRelayNamed(context, changes);
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
