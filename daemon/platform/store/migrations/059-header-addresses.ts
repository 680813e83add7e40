import type { Migration } from './migration.ts';

/**
 * Names and addresses of the header of received mail. Messages of earlier programs show sender and recipient
 * instead. Earlier programs would
 * delete a message without them.
 */
export const headerAddresses: Migration = {
  version: 59,
  name: 'addresses of the header',
  statements: {
    sqlite: ['alter table messages add column header_addresses text'],
    postgres: ['alter table messages add column header_addresses json'],
  },
};
