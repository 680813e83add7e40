import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getAccountPolicy,
  setAgentDeletePolicy,
  updateAccountPolicy,
} from '../../../../shared/contract/account-policy.ts';
import { getAccount } from '../../../../shared/contract/accounts.ts';
import { POLICY_MODES } from '../../../../shared/contract/values.ts';
import { call, messageOf } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withProof } from '../proof/ask.ts';
import { AddressList } from './address-list.tsx';
import { BLOCKED_SENDERS, SUPPRESSIONS } from './lists.ts';

const POLICY = ['account policy'];
const ACCOUNT = ['account'];

/** Rules of the whole account. */
export function AccountRules() {
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const policy = useQuery({ queryKey: POLICY, queryFn: () => call(getAccountPolicy, {}) });
  const account = useQuery({ queryKey: ACCOUNT, queryFn: () => call(getAccount, {}) });
  const deletion = useMutation({
    mutationFn: (enabled: boolean) =>
      withProof({
        scope: 'account_policy_loosen',
        values: { enabled },
        act: (proof) => call(setAgentDeletePolicy, { body: { enabled, ...proof } }),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ACCOUNT }),
  });
  const problem = policy.error ?? account.error ?? deletion.error;
  const mayDelete = account.data?.agent_delete_messages_enabled;
  return (
    <section aria-label="The whole account">
      <h2>The whole account</h2>
      {problem && <p role="alert">{messageOf(problem)}</p>}
      <ul className="rows">
        {policy.data && (
          <li>
            <span>
              {policy.data.custom_daily_send_limit === null
                ? 'No daily limit of your own.'
                : `At most ${policy.data.custom_daily_send_limit} messages a day.`}{' '}
              New mailboxes start as {policy.data.resolved_default_policy_mode}.
            </span>
            <button
              type="button"
              className="plain"
              aria-label="Change: limit and new mailboxes"
              onClick={() => setAsked(true)}
            >
              Change
            </button>
          </li>
        )}
        {mayDelete !== undefined && (
          <li>
            <span>{mayDelete ? 'Agents may delete messages.' : 'Agents may not delete messages.'}</span>
            <button
              type="button"
              className="plain"
              disabled={deletion.isPending}
              onClick={() => deletion.mutate(!mayDelete)}
            >
              {mayDelete ? 'Forbid' : 'Allow'}
            </button>
          </li>
        )}
      </ul>
      <AddressList source={BLOCKED_SENDERS} />
      <AddressList source={SUPPRESSIONS} />
      {isAsked && policy.data && <PolicyDialog policy={policy.data} close={() => setAsked(false)} />}
    </section>
  );
}

interface Options {
  readonly policy: {
    readonly custom_daily_send_limit: number | null;
    readonly resolved_default_policy_mode: (typeof POLICY_MODES)[number];
  };
  readonly close: () => void;
}

function PolicyDialog({ policy, close }: Options) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (fields: FormData) => {
      const limit = String(fields.get('limit')).trim();
      const mode = POLICY_MODES.find((each) => each === fields.get('mode'));
      const body = {
        custom_daily_send_limit: limit === '' ? null : Number(limit),
        ...(mode !== policy.resolved_default_policy_mode && { default_policy_mode: mode }),
      };
      return withProof({
        scope: 'account_policy_loosen',
        values: body,
        act: (proof) => call(updateAccountPolicy, { body: { ...body, ...proof } }),
      });
    },
    onSuccess: (isMade) => {
      void queries.invalidateQueries({ queryKey: POLICY });
      if (isMade) close();
    },
  });
  return (
    <Dialog
      title="The whole account"
      confirm="Save"
      close={close}
      submit={change.mutate}
      problem={change.error ? messageOf(change.error) : undefined}
      isBusy={change.isPending}
    >
      <Field
        label="Messages a day, at most (empty: no limit of your own)"
        name="limit"
        type="number"
        min={1}
        defaultValue={policy.custom_daily_send_limit ?? ''}
      />
      <fieldset>
        <legend>New mailboxes start as</legend>
        {POLICY_MODES.map((mode) => (
          <label key={mode}>
            <input
              type="radio"
              name="mode"
              value={mode}
              defaultChecked={mode === policy.resolved_default_policy_mode}
            />{' '}
            {mode}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
