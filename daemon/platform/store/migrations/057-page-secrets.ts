import type { Migration } from './migration.ts';

/** Sessions of browsers end, because those of the page had no secret yet. Programs stay signed in. */
const END_OF_BROWSERS = "delete from sessions where user_agent like 'Mozilla/%'";

/** Binds sessions of the page to a secret of its origin. Earlier programs would accept them without it. */
export const pageSecrets: Migration = {
  version: 57,
  name: 'page secrets',
  statements: {
    sqlite: ['alter table sessions add column page_secret_hash blob', END_OF_BROWSERS],
    postgres: ['alter table sessions add column page_secret_hash bytea', END_OF_BROWSERS],
  },
};
