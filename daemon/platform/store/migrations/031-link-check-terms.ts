import type { Migration } from './migration.ts';

/**
 * Accounts whose link check was on from the start had no version of its terms; v2 was the current one then.
 */
export const linkCheckTerms: Migration = {
  version: 31,
  name: 'terms of the link check',
  statements: [
    "update accounts set url_reputation_version = 'v2' where url_reputation_active = 1 and url_reputation_version is null",
  ],
};
