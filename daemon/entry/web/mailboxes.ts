import { useQuery } from '@tanstack/react-query';
import { listMailboxes } from '../../../shared/contract/mailboxes.ts';
import { call } from './api.ts';

/** Key of the account's mailboxes in the query cache. */
export const MAILBOXES = ['mailboxes'];

export function useMailboxes() {
  return useQuery({ queryKey: MAILBOXES, queryFn: ({ signal }) => call(listMailboxes, { signal }) });
}
