import type { DecisionKind } from '../contract/messages.ts';

/** Words of decisions about held mail. */

export const PRESENT: Readonly<Record<DecisionKind, string>> = {
  approve: 'Approve',
  deny: 'Deny',
  release: 'Release',
  block: 'Block',
};

export const PAST: Readonly<Record<DecisionKind, string>> = {
  approve: 'Approved',
  deny: 'Denied',
  release: 'Released',
  block: 'Blocked',
};
