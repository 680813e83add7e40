import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';
import { messageOf } from '../api.ts';
import { Field } from '../parts/field.tsx';
import { MailLine } from '../parts/mail-text.tsx';
import { type AddressSource, countText } from './lists.ts';

/** A list of addresses and domains, folded until it's asked for. */
export function AddressList({ source }: { readonly source: AddressSource }) {
  const queries = useQueryClient();
  const { data, error } = useQuery({ queryKey: source.key, queryFn: source.load });
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queries.invalidateQueries({ queryKey: source.key }),
  });
  const problem = error ?? change.error;
  const add = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const email = String(new FormData(form).get('email')).trim();
    change.mutate(() => source.add(email), { onSuccess: () => form.reset() });
  };
  return (
    <details>
      <summary>
        {source.title}
        {data && ` (${countText(data)})`}
      </summary>
      {problem && <p role="alert">{messageOf(problem)}</p>}
      {data?.entries.length === 0 && <p className="quiet">{source.empty}</p>}
      <ul className="rows short">
        {data?.entries.map(({ email }) => (
          <li key={email}>
            <MailLine text={email} />
            <button
              type="button"
              className="plain"
              aria-label={`Remove ${email}`}
              disabled={change.isPending}
              onClick={() => change.mutate(() => source.remove(email))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {data?.hasMore && (
        <p className="quiet">Only the latest {data.entries.length} are shown. The command line lists all.</p>
      )}
      <form className="inline" onSubmit={add}>
        <Field label="Address or @domain" name="email" required />
        <button type="submit" disabled={change.isPending}>
          Add
        </button>
      </form>
    </details>
  );
}
