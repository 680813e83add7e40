import type { Migration } from './migration.ts';

const OF_MACHINE = [
  'http.listen',
  'smtp.listen',
  'web.listen',
  'http.connections',
  'http.metrics_loopback',
  'mail.hostname',
  'smtp.tls',
];

/** The worker whose machine a setting is of; empty for those of the service. */
export const machineSettings: Migration = {
  version: 37,
  name: 'settings of a machine',
  statements: [
    'alter table settings rename to earlier_settings',
    `create table settings (
      name text not null,
      worker text not null default '',
      value text not null,
      primary key (name, worker)
    ) without rowid`,
    `insert into settings (name, worker, value)
      select name, iif(name in (${OF_MACHINE.map((name) => `'${name}'`).join()}), 'local', ''), value
      from earlier_settings`,
    'drop table earlier_settings',
  ],
};
