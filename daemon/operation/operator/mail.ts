import type { BodyOf, ReplyOf } from '../../../shared/contract/endpoint.ts';
import type * as contract from '../../../shared/contract/operator-mail.ts';
import type { Context } from '../../context.ts';
import { probeRelay, serverOf } from '../../mail/outbound/transports/relay.ts';
import { dkimRecords, ensureDkimKey } from '../../network/domains/dkim-keys.ts';
import { ownName } from '../../network/smtp-client/own-name.ts';
import { ServiceError } from '../../platform/errors/service-error.ts';
import { OPERATOR } from '../../platform/store/actor.ts';

/** The mail setup of this run. */
export async function getMail(context: Context): Promise<ReplyOf<typeof contract.getMail>> {
  const { config, store, transport } = context;
  return {
    transport: transport.name,
    hostname: ownName(config),
    relay_url: config.mail.relay?.url ?? null,
    platform_domain: config.platformDomain,
    dkim_records: await dkimRecords(store.read, config.platformDomain),
  };
}

/** Tests the relay's current settings before a restart applies them. */
export function tryRelay(context: Context): Promise<ReplyOf<typeof contract.probeRelay>> {
  const { authorities, clock, config, settings } = context;
  const relay = settings.get('mail.relay');
  if (!relay) {
    throw new ServiceError(
      'CONFLICT',
      { reason: 'no_relay' },
      { message: 'mail.relay has no server. Set it first.' },
    );
  }
  return probeRelay(serverOf(relay, { ownName: ownName(config), authorities }), clock);
}

export async function makeDkimKey(
  context: Context,
  { algorithm = 'rsa' }: BodyOf<typeof contract.makeDkimKey>,
): Promise<ReplyOf<typeof contract.makeDkimKey>> {
  const { platformDomain } = context.config;
  const known = await dkimRecords(context.store.read, platformDomain);
  const record = await ensureDkimKey(context, platformDomain, algorithm);
  if (!known.some(({ selector }) => selector === record.selector)) {
    await context.store.write('service', (transaction) =>
      transaction.audit({
        kind: 'dkim_key.created',
        accountId: null,
        actor: OPERATOR,
        target: record.name,
      }),
    );
  }
  return record;
}
