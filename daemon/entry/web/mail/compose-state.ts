import type { Draft } from '../../../../shared/contract/drafts.ts';
import type { MessageDetail } from '../../../../shared/contract/messages.ts';
import { createStore } from '../parts/store.ts';

/** Mail that a person begins to write. */
export type Composition =
  | { readonly kind: 'new'; readonly mailboxId: string }
  | { readonly kind: 'reply' | 'reply to all' | 'forward'; readonly message: MessageDetail }
  | { readonly kind: 'draft'; readonly draft: Draft };

const composition = createStore<Composition | undefined>(undefined);

export const useComposition = composition.use;

export function openCompose(wanted: Composition): void {
  composition.set(wanted);
}

export function closeCompose(): void {
  composition.set(undefined);
}
