import type { Metadata } from '../../../shared/contract/metadata.ts';
import { changedLabels } from '../messages/labels.ts';
import type { KeptFields } from './submission.ts';

interface KeptRequest {
  readonly labels?: string[] | null | undefined;
  readonly metadata?: Metadata | null | undefined;
}

/** Labels and metadata of a request, for those that it doesn't name the stored ones. */
export function keptFields(request: KeptRequest, stored: KeptFields = {}): Required<KeptFields> {
  const { labels, metadata } = request;
  return {
    labels: labels === undefined ? (stored.labels ?? null) : changedLabels(null, { set: labels ?? [] }),
    metadata: metadata === undefined ? (stored.metadata ?? null) : metadata,
  };
}

/** Columns of a row; without any, the statement stays that of other messages. */
export function keptColumns({ labels, metadata }: KeptFields = {}): Partial<KeptFields> {
  return { ...(labels && { labels }), ...(metadata && { metadata }) };
}
