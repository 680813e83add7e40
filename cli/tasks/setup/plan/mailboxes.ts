import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import {
  setAttachmentAccess,
  setOutboundAttachments,
  updateMailbox,
} from '../../../../shared/contract/mailbox-policies.ts';
import { createMailbox, deleteMailbox, getMailbox } from '../../../../shared/contract/mailboxes.ts';
import { listMessages } from '../../../../shared/contract/reading.ts';
import { setSenderPolicy } from '../../../../shared/contract/sender-lists.ts';
import { setInstructionTrust, setStrictRecipient } from '../../../../shared/contract/trust.ts';
import type { Client, RequestOf } from '../../../client/client.ts';
import { callWithProof, mailboxProof } from '../../../input/asking/prove.ts';
import type { Actual } from '../actual/read.ts';
import type { Setup } from '../file/schema.ts';
import { planAddresses } from './addresses.ts';
import {
  type ApplySession,
  afterOf,
  changeOf,
  type FieldChange,
  fieldChanges,
  needsPerson,
  type Phase,
  type Planned,
  type PruneKind,
  type SetupStep,
  stateOf,
} from './change.ts';
import { planMailboxLists } from './lists.ts';
import { askedFor, creationOf, FIELD_RULES, fieldsOf, predicted, wantedFields } from './mailbox-fields.ts';
import type { MailboxPair } from './pair.ts';
import { assertPlace, connectionBody, connectionSteps, PLACE_ENDPOINTS, shownConnection } from './place.ts';

export const MAILBOX_ENDPOINTS = {
  ...PLACE_ENDPOINTS,
  createMailbox,
  deleteMailbox,
  getMailbox,
  listMessages,
  setAttachmentAccess,
  setInstructionTrust,
  setOutboundAttachments,
  setSenderPolicy,
  setStrictRecipient,
  updateMailbox,
};

/** Mailboxes, their policies, lists and addresses. */
export function planMailboxes(setup: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  if (setup.mailboxes === undefined) return { steps: [], left: [] };
  const wanted = setup.mailboxes;
  const pairs = Object.entries(wanted).map(
    ([name, mailbox]): MailboxPair => ({ name, wanted: mailbox, there: actual.mailboxes[name] }),
  );
  for (const pair of pairs) assertPlace(pair, actual);
  const parts = pairs.flatMap((pair) => [
    ...(pair.there ? [] : [{ steps: [creation(pair, actual)], left: [] }]),
    { steps: [...fieldSteps(pair, actual), ...connectionSteps(pair)], left: [] },
    planMailboxLists(pair, fieldsBefore(pair, actual), prune),
    planAddresses(pair, prune),
  ]);
  const others = Object.values(actual.mailboxes).filter(({ view }) => !Object.hasOwn(wanted, view.name));
  return {
    steps: [
      ...parts.flatMap(({ steps }) => steps),
      ...(prune.has('mailboxes') ? others.map(({ view }) => deletion(view)) : []),
    ],
    left: [
      ...parts.flatMap(({ left }) => left),
      ...(others.length === 0 || prune.has('mailboxes')
        ? []
        : [{ path: 'mailboxes', count: others.length, prune: 'mailboxes' as const }]),
    ],
  };
}

function fieldsBefore({ wanted, there }: MailboxPair, actual: Actual) {
  return there ? fieldsOf(there.view) : predicted(wanted, actual);
}

function creation({ name, wanted }: MailboxPair, { domains }: Actual): SetupStep {
  const body = creationOf(wanted);
  const { domain, self_hosted_imap_folder: folder, connection } = wanted;
  const place = {
    ...(domain && { domain }),
    ...(folder !== undefined && { folder }),
    ...(connection && { connection: shownConnection(connection) }),
  };
  const fields = Object.entries({ ...body, ...place }).map(
    ([field, after]): FieldChange => ({ field, before: null, after, direction: 'neutral' }),
  );
  return {
    change: changeOf({ path: `mailboxes.${name}`, action: 'create', fields }),
    phase: 'create',
    run: async (session) => {
      // The domain may be from this run, so its name stands for it until then.
      const id = domains.find((each) => each.domain_name === domain)?.id ?? domain;
      const servers = connection && {
        connection: { ...(await connectionBody(session, connection)), address: connection.address },
      };
      await session.client.call(createMailbox, {
        body: {
          name,
          ...body,
          ...(id && { domain_id: id }),
          ...servers,
          ...(folder !== undefined && { self_hosted_imap_folder: folder }),
        },
      });
      return null;
    },
  };
}

/** One step for what tightens or does neither, one for what loosens, and one for each request to a person. */
function fieldSteps(pair: MailboxPair, actual: Actual): SetupStep[] {
  const { name, wanted, there } = pair;
  const before = fieldsBefore(pair, actual);
  const changes = fieldChanges(FIELD_RULES, { ...before }, wantedFields(wanted, before));
  const asked = changes.filter(({ field, after }) => askedFor(name, field, after) !== null);
  const made = changes.filter((each) => !asked.includes(each));
  const loosened = made.filter(({ direction }) => direction === 'loosen');
  const others = made.filter(({ direction }) => direction !== 'loosen');
  const path = `mailboxes.${name}`;
  const id = there?.view.id;
  const step = (fields: readonly FieldChange[], phase: Phase): SetupStep[] =>
    fields.length === 0
      ? []
      : [
          {
            change: changeOf({
              path,
              action: 'update',
              fields,
              needs_person: needsPerson(FIELD_RULES, fields),
            }),
            phase,
            state: async (client) => stateOf(fields, { ...fieldsOf(await viewOf(client, id ?? name)) }),
            run: (session) => write(session, id ?? name, fields),
          },
        ];
  return [
    ...step(others, 'tighten'),
    ...step(loosened, 'loosen'),
    ...asked.map((field) => request(path, [field], askedFor(name, field.field, field.after))),
    ...trustRequests(pair),
  ];
}

function trustRequests({ name, wanted, there }: MailboxPair): SetupStep[] {
  const missing = (wanted.trusted_sources ?? []).filter(
    (address) => !there?.trusted.some((each) => each.toLowerCase() === address.toLowerCase()),
  );
  return missing.map((address) => {
    const field = { field: 'trusted_sources', before: null, after: address, direction: 'loosen' } as const;
    return request(
      `mailboxes.${name}`,
      [field],
      `agentmail trust grant ${address} -m ${name} --attest --accept-risk v1`,
    );
  });
}

function request(path: string, fields: readonly FieldChange[], command: string | null): SetupStep {
  return {
    change: changeOf({ path, action: 'ask', fields, needs_person: true, command }),
    phase: 'delete',
    run: async () => null,
  };
}

async function viewOf(client: Client, id: string) {
  return client.call(getMailbox, { params: { id } });
}

type Write = (after: never) => {
  readonly endpoint: Endpoint;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Fields with an endpoint of their own. */
const OWN_WRITES: Readonly<Record<string, Write>> = {
  sender_policy_mode: (mode) => ({ endpoint: setSenderPolicy, body: { mode, force_empty: true } }),
  attachment_exposure_mode: (mode) => ({ endpoint: setAttachmentAccess, body: { mode } }),
  outbound_attachments: (enabled) => ({ endpoint: setOutboundAttachments, body: { enabled } }),
  instruction_trust: (enabled) => ({ endpoint: setInstructionTrust, body: { enabled } }),
  strict_recipient: (strict_recipient) => ({ endpoint: setStrictRecipient, body: { strict_recipient } }),
};

/** The table of calls pairs each body with its endpoint. */
const requestOf = (request: object) => request as RequestOf<Endpoint>;

async function write(session: ApplySession, id: string, fields: readonly FieldChange[]): Promise<null> {
  const own = fields.filter(({ field }) => Object.hasOwn(OWN_WRITES, field));
  const policies = afterOf(fields.filter((each) => !own.includes(each)));
  const calls = own.flatMap(({ field, after }) => OWN_WRITES[field]?.(after as never) ?? []);
  if (Object.keys(policies).length > 0) {
    // The allowlist of the file is added after the mode: until then agents write to less.
    const force = policies.recipient_policy_mode === 'allowlist' && { force_empty: true };
    calls.unshift({ endpoint: updateMailbox, body: { ...policies, ...force } });
  }
  for (const { endpoint, body } of calls) {
    await callWithProof(session.context, {
      ...mailboxProof('mailbox_policy_loosen'),
      challenge: undefined,
      endpoint,
      request: requestOf({ params: { id }, body }),
    });
  }
  return null;
}

function deletion({ id, name }: { readonly id: string; readonly name: string }): SetupStep {
  return {
    change: changeOf({ path: `mailboxes.${name}`, action: 'delete' }),
    phase: 'delete',
    loses: async (client) => {
      const { messages } = await client.call(listMessages, { params: { id }, query: { limit: 1 } });
      return messages.length > 0 ? 'It holds mail.' : null;
    },
    run: async ({ client }) => {
      await client.call(deleteMailbox, { params: { id } });
      return null;
    },
  };
}
