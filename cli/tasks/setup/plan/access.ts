import {
  createDomain,
  deleteDomain,
  listDomains,
  setCatchAll,
  setDefaultDomain,
  updateSelfHosted,
} from '../../../../shared/contract/domains.ts';
import { createApiKey, listApiKeys, revokeApiKey, updateApiKey } from '../../../../shared/contract/keys.ts';
import { mailboxIds } from '../../../input/lookups/mailbox.ts';
import type { Actual } from '../actual/read.ts';
import { readSecretAt } from '../file/read.ts';
import type { DomainSetup, KeySetup, Setup } from '../file/schema.ts';
import {
  type ApplySession,
  changeOf,
  type FieldChange,
  fieldChanges,
  type Planned,
  type PruneKind,
  pruned,
  type SetupStep,
} from './change.ts';

export const ACCESS_ENDPOINTS = {
  createApiKey,
  createDomain,
  deleteDomain,
  listDomains,
  revokeApiKey,
  setCatchAll,
  setDefaultDomain,
  updateApiKey,
  updateSelfHosted,
};

/** Keys by their label, of which the file never has the secret. A key of an agent may get other mailboxes. */
export function planKeys({ keys }: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  if (keys === undefined) return { steps: [], left: [] };
  const names = new Map(Object.values(actual.mailboxes).map(({ view }) => [view.id, view.name]));
  const left = new Set(actual.keys.filter(({ label }) => label !== null));
  const steps = Object.entries(keys).flatMap(([label, wanted]) => {
    const known = [...left].find((each) => each.label === label && each.role === wanted.role);
    if (!known) return [keyCreation(label, wanted)];
    left.delete(known);
    const mailboxes = known.mailbox_ids.map((id) => names.get(id) ?? id).toSorted();
    return keyUpdate({ label, id: known.id, mailboxes }, wanted);
  });
  // Also another key of a label in the file, such as an older one or one of another role.
  const revocations = [...left].map(
    ({ id, label }): SetupStep => ({
      change: changeOf({ path: `keys.${label}`, action: 'delete', direction: 'tighten' }),
      phase: 'tighten',
      run: async ({ client }) => {
        await client.call(revokeApiKey, { params: { id } });
        return null;
      },
    }),
  );
  return pruned(steps, revocations, { kind: 'keys', prune });
}

function keyCreation(label: string, wanted: KeySetup): SetupStep {
  const { role, mailboxes = [], secret_file: file = null } = wanted;
  const fields = [
    { field: 'role', before: null, after: role, direction: 'loosen' },
    { field: 'mailboxes', before: null, after: mailboxes, direction: 'loosen' },
  ] as const;
  const path = `keys.${label}`;
  return {
    change: changeOf({ path, action: 'create', fields }),
    phase: 'loosen',
    ...(file !== null && { writes: file }),
    state: async (client) => {
      const { keys } = await client.call(listApiKeys, {});
      return keys.some((each) => each.label === label && each.role === role) ? 'changed' : 'as_planned';
    },
    run: async ({ client, context }) => {
      const ids = await mailboxIds(context, mailboxes);
      const bound = ids.length > 0 && { mailbox_ids: ids };
      const { api_key: secret } = await client.call(createApiKey, { body: { role, label, ...bound } });
      return { path, secret, file };
    },
  };
}

interface KnownKey {
  readonly label: string;
  readonly id: string;
  readonly mailboxes: readonly string[];
}

function keyUpdate({ label, id, mailboxes: before }: KnownKey, { mailboxes }: KeySetup): SetupStep[] {
  const after = mailboxes?.toSorted();
  if (after === undefined || after.join() === before.join()) return [];
  const direction = after.every((each) => before.includes(each)) ? 'tighten' : 'loosen';
  const fields: FieldChange[] = [{ field: 'mailboxes', before, after, direction }];
  // A key leaves a mailbox before that is loosened. What it gets has been tightened by then.
  const leaves = before.some((each) => !after.includes(each));
  return [
    {
      change: changeOf({ path: `keys.${label}`, action: 'update', fields }),
      phase: leaves ? 'tighten' : 'loosen',
      run: async ({ client, context }) => {
        await client.call(updateApiKey, {
          params: { id },
          body: { mailbox_ids: await mailboxIds(context, after) },
        });
        return null;
      },
    },
  ];
}

type ActualDomain = Actual['domains'][number];

/** Domains by name. Whether one is verified is for the DNS to say. */
export function planDomains({ domains }: Setup, actual: Actual, prune: ReadonlySet<PruneKind>): Planned {
  if (domains === undefined) return { steps: [], left: [] };
  const names = new Map(Object.values(actual.mailboxes).map(({ view }) => [view.id, view.name]));
  const steps = Object.entries(domains).flatMap(([name, wanted]) => {
    const known = actual.domains.find(({ domain_name }) => domain_name === name);
    const caught = known?.catch_all_mailbox_id ?? null;
    const before = {
      ...(known && domainFields(known)),
      catch_all: caught === null ? null : (names.get(caught) ?? caught),
    };
    return [
      ...(known ? [] : [domainCreation(name, wanted)]),
      ...domainUpdate(name, wanted, { known, before }),
    ];
  });
  const others = actual.domains.filter(({ domain_name }) => !Object.hasOwn(domains, domain_name));
  const deletions = others.map(
    ({ id, domain_name }): SetupStep => ({
      change: changeOf({ path: `domains.${domain_name}`, action: 'delete' }),
      phase: 'delete',
      run: async ({ client }) => {
        await client.call(deleteDomain, { params: { id } });
        return null;
      },
    }),
  );
  return pruned(steps, deletions, { kind: 'domains', prune });
}

function domainFields({ is_default, self_hosted_config }: ActualDomain) {
  return { default: is_default, self_hosted: self_hosted_config };
}

/** Servers without their passwords, as the daemon shows them. */
function wantedDomain({ self_hosted: servers, ...wanted }: DomainSetup) {
  if (servers === undefined) return wanted;
  const { network_mode, smtp, imap } = servers;
  const [{ password: _smtp, ...smtpShown }, { password: _imap, ...imapShown }] = [smtp, imap];
  return { ...wanted, self_hosted: { network_mode, smtp: smtpShown, imap: imapShown } };
}

async function serversOf({ context }: ApplySession, servers: NonNullable<DomainSetup['self_hosted']>) {
  const { network_mode, smtp, imap } = servers;
  const [forSmtp, forImap] = await Promise.all(
    [smtp, imap].map(({ password }) => readSecretAt(context, password)),
  );
  return {
    network_mode,
    smtp: { ...smtp, password: forSmtp ?? '' },
    imap: { ...imap, password: forImap ?? '' },
  };
}

function domainCreation(name: string, wanted: DomainSetup): SetupStep {
  const { self_hosted: servers } = wanted;
  const { self_hosted } = { self_hosted: undefined, ...wantedDomain(wanted) };
  const fields = fieldChanges({}, {}, { self_hosted });
  return {
    change: changeOf({ path: `domains.${name}`, action: 'create', fields }),
    phase: 'create',
    run: async (session) => {
      const own = servers && {
        transport_mode: 'self_hosted' as const,
        self_hosted_config: await serversOf(session, servers),
      };
      await session.client.call(createDomain, { body: { domain: name, ...own } });
      return null;
    },
  };
}

interface KnownDomain {
  readonly known: ActualDomain | undefined;
  readonly before: Readonly<Record<string, unknown>>;
}

function domainUpdate(name: string, wanted: DomainSetup, { known, before }: KnownDomain): SetupStep[] {
  const { self_hosted, ...others } = { self_hosted: undefined, ...wantedDomain(wanted) };
  const fields = fieldChanges({}, before, known ? { ...others, self_hosted } : others).map(
    // Other servers get all mail.
    (each): FieldChange => (each.field === 'self_hosted' ? { ...each, direction: 'loosen' } : each),
  );
  if (fields.length === 0) return [];
  const change = changeOf({ path: `domains.${name}`, action: 'update', fields });
  return [
    {
      change,
      phase: change.direction === 'loosen' ? 'loosen' : 'neutral',
      run: async (session) => {
        const { client } = session;
        const id = known?.id ?? (await idOf(session, name));
        for (const { field, after } of fields) {
          if (field === 'default') await client.call(setDefaultDomain, { params: { id } });
          if (field === 'catch_all') {
            const mailbox = after === null ? null : String(after);
            await client.call(setCatchAll, { params: { id }, body: { mailbox } });
          }
          if (field === 'self_hosted' && wanted.self_hosted)
            await client.call(updateSelfHosted, {
              params: { id },
              body: await serversOf(session, wanted.self_hosted),
            });
        }
        return null;
      },
    },
  ];
}

async function idOf({ client }: ApplySession, name: string): Promise<string> {
  const { domains } = await client.call(listDomains, {});
  return domains.find(({ domain_name }) => domain_name === name)?.id ?? name;
}
