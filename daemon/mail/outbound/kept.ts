import type { Metadata } from '../../../shared/contract/metadata.ts';
import { changedLabels } from '../messages/labels.ts';
import type { KeptFields } from './submission.ts';

interface KeptRequest {
  readonly labels?: string[] | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** Labels and metadata that a request names. */
export function namedKept({ labels, metadata }: KeptRequest): KeptFields {
  return {
    ...(labels !== undefined && { labels: changedLabels(null, { set: labels ?? [] }) }),
    ...(metadata !== undefined && { metadata }),
  };
}

/** Labels and metadata of a request, for those that it doesn't name the stored ones. */
export function keptFields(
  request: KeptRequest,
  { labels = null, metadata = null }: KeptFields = {},
): Required<KeptFields> {
  return { labels, metadata, ...namedKept(request) };
}

/** Columns of a row; without any, the statement stays that of other messages. */
export function keptColumns({ labels, metadata }: KeptFields = {}): Partial<KeptFields> {
  return { ...(labels && { labels }), ...(metadata && { metadata }) };
}
