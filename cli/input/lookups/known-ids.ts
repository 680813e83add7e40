import { LIMITS } from '../../../shared/contract/limits.ts';
import type { CommandContext } from '../../context.ts';
import type { Argument, EndpointRecord, Flag, Values } from '../options/flag.ts';
import { chooseId, type IdArgument, type IdCandidate, type IdKind } from './ids.ts';
import { chooseMailbox } from './mailbox.ts';

/** Arguments that name a thing by its id or the end of it, for things that one call lists. */

interface KnownIdSource<Endpoints extends EndpointRecord> extends IdKind {
  readonly lookup: () => Promise<Endpoints>;
  readonly find: (
    context: CommandContext,
    endpoints: Endpoints,
    values: Values,
  ) => Promise<readonly IdCandidate[]>;
}

function known<Endpoints extends EndpointRecord>({
  lookup,
  find,
  ...kind
}: KnownIdSource<Endpoints>): IdArgument {
  return {
    lookup,
    resolve: (context, typed, values) =>
      chooseId(typed, kind, async () => find(context, await lookup(), values)),
  };
}

const SHOWN = 'full or short';

const webhook = known({
  noun: 'webhook',
  list: 'agentmail webhooks list',
  lookup: async () => {
    const { listWebhooks } = await import('../../../shared/contract/webhooks.ts');
    return { listWebhooks };
  },
  find: async (context, { listWebhooks }) => {
    const client = await context.client();
    const { webhooks } = await client.call(listWebhooks, {});
    return webhooks.map(({ id, url }) => ({ id, about: url }));
  },
});

const WEBHOOK_ABOUT = `Webhook ID from webhooks list, ${SHOWN}.`;
export const webhookWord: Argument<string> = { label: 'WEBHOOK', about: WEBHOOK_ABOUT, ...webhook };
export const optionalWebhookWord: Argument<string | undefined> = {
  label: 'WEBHOOK',
  about: `${WEBHOOK_ABOUT} Default: all webhooks of the account.`,
  optional: true,
  ...webhook,
};
export function webhookFlag(flags: string, about: string): Flag<string | undefined> {
  return { flags, about, ...webhook };
}

const notice = known({
  noun: 'notice',
  list: 'agentmail notices list',
  lookup: async () => {
    const { listNoticeTargets } = await import('../../../shared/contract/notices.ts');
    return { listNoticeTargets };
  },
  find: async (context, { listNoticeTargets }) => {
    const client = await context.client();
    const { notices } = await client.call(listNoticeTargets, {});
    return notices.map(({ id, format, address }) => ({ id, about: `${format} ${address}` }));
  },
});
export const noticeWord: Argument<string> = {
  label: 'NOTICE',
  about: `ID from notices list, ${SHOWN}.`,
  ...notice,
};

/** A delivery of the webhook that the command names as `webhook`. */
const delivery = known({
  noun: 'delivery',
  list: 'agentmail webhooks deliveries WEBHOOK',
  among: ` of the latest ${LIMITS.deliveryPage.max}`,
  lookup: async () => {
    const { listDeliveries } = await import('../../../shared/contract/webhooks.ts');
    return { listDeliveries };
  },
  find: async (context, { listDeliveries }, { webhook: id }) => {
    const client = await context.client();
    const call = { params: { id: String(id) }, query: { limit: LIMITS.deliveryPage.max } };
    const { deliveries } = await client.call(listDeliveries, call);
    return deliveries.map((each) => ({ id: each.id, about: `${each.event_type} ${each.created_at}` }));
  },
});
export const deliveryWord: Argument<string> = {
  label: 'DELIVERY',
  about: `Delivery ID, ${SHOWN}.`,
  ...delivery,
};

const key = known({
  noun: 'key',
  list: 'agentmail keys list',
  lookup: async () => {
    const { listApiKeys } = await import('../../../shared/contract/keys.ts');
    return { listApiKeys };
  },
  find: async (context, { listApiKeys }) => {
    const client = await context.client();
    const { keys } = await client.call(listApiKeys, { query: { include_revoked: true } });
    return keys.map(({ id, label, role, status }) => ({ id, about: `${label ?? role ?? ''} (${status})` }));
  },
});
export const keyWord: Argument<string> = {
  label: 'KEY',
  about: `Key ID from keys list, ${SHOWN}.`,
  ...key,
};

const hold = known({
  noun: 'hold',
  list: 'agentmail holds list',
  lookup: async () => {
    const { listLegalHolds } = await import('../../../shared/contract/legal-holds.ts');
    return { listLegalHolds };
  },
  find: async (context, { listLegalHolds }) => {
    const client = await context.client();
    const query = { include_released: true, limit: LIMITS.legalHoldPage.max };
    const { legal_holds } = await client.call(listLegalHolds, { query });
    return legal_holds.map(({ id, reason }) => ({ id, about: reason }));
  },
});
export const holdWord: Argument<string> = {
  label: 'HOLD',
  about: `Hold ID from holds list, ${SHOWN}.`,
  ...hold,
};

const session = known({
  noun: 'session',
  list: 'agentmail sessions list',
  lookup: async () => {
    const { listSessions } = await import('../../../shared/contract/sessions.ts');
    return { listSessions };
  },
  find: async (context, { listSessions }) => {
    const client = await context.client();
    const { sessions } = await client.call(listSessions, {});
    return sessions.map(({ id, created_at }) => ({ id, about: created_at }));
  },
});
export const sessionWord: Argument<string> = {
  label: 'SESSION',
  about: `Session ID from sessions list, ${SHOWN}.`,
  ...session,
};

const recipient = known({
  noun: 'recipient',
  list: 'agentmail recipients list',
  lookup: async () => {
    const { listRecipients } = await import('../../../shared/contract/verified-recipients.ts');
    return { listRecipients };
  },
  find: async (context, { listRecipients }) => {
    const client = await context.client();
    const { recipients } = await client.call(listRecipients, {});
    return recipients.map(({ id, email }) => ({ id, about: email }));
  },
});
export const recipientWord: Argument<string> = {
  label: 'RECIPIENT',
  about: `Recipient ID from recipients list, ${SHOWN}.`,
  ...recipient,
};

/** A source that the mailbox of the command trusts. */
const source = known({
  noun: 'trusted source',
  list: 'agentmail trust list',
  lookup: async () => {
    const { listTrustedSources } = await import('../../../shared/contract/trust.ts');
    return { listTrustedSources };
  },
  find: async (context, { listTrustedSources }, { mailbox }) => {
    const id = await chooseMailbox(context, typeof mailbox === 'string' ? mailbox : undefined);
    const client = await context.client();
    const { sources } = await client.call(listTrustedSources, { params: { id } });
    return sources.map((each) => ({ id: each.id, about: `${each.value} (${each.status})` }));
  },
});
export const sourceWord: Argument<string> = {
  label: 'SOURCE',
  about: `Source ID from trust list, ${SHOWN}.`,
  ...source,
};
