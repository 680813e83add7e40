import { isDeepStrictEqual } from 'node:util';
import {
  getAccountPolicy,
  setAgentDeletePolicy,
  updateAccountPolicy,
} from '../../../../shared/contract/account-policy.ts';
import { getAccount } from '../../../../shared/contract/accounts.ts';
import { getSettings, updateSettings } from '../../../../shared/contract/settings.ts';
import { ACCOUNT_RULES } from '../../../../shared/policies/loosening.ts';
import { callWithProof } from '../../../input/asking/prove.ts';
import type { Actual } from '../actual/read.ts';
import { readSecretAt } from '../file/read.ts';
import { SECRET_FIELDS, type SecretReference, type Setup } from '../file/schema.ts';
import { isRecord } from '../file/source.ts';
import {
  type ApplySession,
  afterOf,
  changeOf,
  type FieldChange,
  fieldChanges,
  needsPerson,
  type SetupStep,
  stateOf,
} from './change.ts';

export const ACCOUNT_ENDPOINTS = {
  getAccount,
  getAccountPolicy,
  getSettings,
  setAgentDeletePolicy,
  updateAccountPolicy,
  updateSettings,
};

/** The policy of the account. */
export function planAccount({ account }: Setup, actual: Actual): SetupStep[] {
  if (account === undefined) return [];
  const changes = fieldChanges(ACCOUNT_RULES, actual.account, account);
  const part = (isLoose: boolean): SetupStep[] => {
    const fields = changes.filter(({ direction }) => (direction === 'loosen') === isLoose);
    if (fields.length === 0) return [];
    return [
      {
        change: changeOf({
          path: 'account',
          action: 'update',
          fields,
          needs_person: needsPerson(ACCOUNT_RULES, fields),
        }),
        phase: isLoose ? 'loosen' : 'tighten',
        state: async (client) =>
          stateOf(fields, {
            ...(await client.call(getAccountPolicy, {})),
            ...(await client.call(getAccount, {})),
          }),
        run: (session) => writeAccount(session, fields),
      },
    ];
  };
  return [...part(false), ...part(true)];
}

async function writeAccount({ context }: ApplySession, fields: readonly FieldChange[]): Promise<null> {
  const { agent_delete_messages_enabled: mayDelete, ...policy } = afterOf(fields);
  const proof = { scope: 'account_policy_loosen', challenge: undefined } as const;
  if (Object.keys(policy).length > 0)
    await callWithProof(context, { ...proof, endpoint: updateAccountPolicy, request: { body: policy } });
  if (mayDelete !== undefined) {
    const request = { body: { enabled: mayDelete === true } };
    await callWithProof(context, { ...proof, endpoint: setAgentDeletePolicy, request });
  }
  return null;
}

/** Settings of the service, in one transaction. Their secrets count as the same once they are set. */
export function planSettings({ settings }: Setup, actual: Actual): SetupStep[] {
  const fields = Object.entries(settings ?? {}).flatMap(([field, value]): FieldChange[] => {
    const before = actual.settings[field] ?? null;
    const after = shown(field, value);
    if (value === undefined || isDeepStrictEqual(before, after)) return [];
    return [{ field, before, after, direction: 'neutral' }];
  });
  if (settings === undefined || fields.length === 0) return [];
  return [
    {
      change: changeOf({ path: 'settings', action: 'update', fields }),
      phase: 'neutral',
      state: async (client) => stateOf(fields, (await client.call(getSettings, {})).settings),
      run: async ({ client, context }) => {
        const values = await Promise.all(
          fields.map(
            async ({ field }) => [field, await withSecret(context, field, settings[field])] as const,
          ),
        );
        await client.call(updateSettings, { body: Object.fromEntries(values) });
        return null;
      },
    },
  ];
}

/** A value as the daemon shows it. */
function shown(name: string, value: unknown): unknown {
  const secret = SECRET_FIELDS[name];
  if (secret === undefined || value === null) return value;
  if (secret === null) return { set: true };
  if (!isRecord(value)) return value;
  const { [secret]: reference, ...rest } = value;
  return { ...rest, [`${secret}_set`]: reference !== undefined };
}

async function withSecret(context: ApplySession['context'], name: string, value: unknown): Promise<unknown> {
  const secret = SECRET_FIELDS[name];
  if (secret === undefined || !isRecord(value)) return value;
  // The schema of the file made these references.
  if (secret === null) return readSecretAt(context, value as SecretReference);
  const { [secret]: reference, ...rest } = value;
  if (reference === undefined) return rest;
  return { ...rest, [secret]: await readSecretAt(context, reference as SecretReference) };
}
