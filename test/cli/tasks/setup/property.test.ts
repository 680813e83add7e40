import { expect, test } from 'vitest';
import * as api from '../../../support/api.ts';
import { type PlanJson, type SetupDesk, setupDesk } from '../../../support/setup-desk.ts';
import { RANDOM_SECRETS, randomSetup } from './random-setup.ts';

/** A setup that was exported makes the same of an empty daemon. */

/** Escapes what begins a variable in a file. */
const fileOf = (value: unknown) => JSON.stringify(value).replaceAll(/\$(?=\{)/g, '$$$$');

/** All of it over the API, without what belongs to one daemon alone. */
async function factsOf({ service, admin }: SetupDesk) {
  const { mailboxes } = await service.must(admin, api.listMailboxes);
  const names = new Map(mailboxes.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => id && names.get(id);
  const lists = mailboxes.map(async ({ id, name }) => [
    name,
    (await service.must(admin, api.listAllowlist, { mailboxId: id })).allowlist
      .map(({ email }) => email)
      .toSorted(),
    (await service.must(admin, api.listAllowedSenders, { id })).allowlist
      .map(({ email }) => email)
      .toSorted(),
    (await service.must(admin, api.listNamedAddresses, { id })).addresses.map(({ tag, note, expires_at }) => [
      tag,
      note,
      expires_at,
    ]),
  ]);
  const { keys } = await service.must(admin, api.listApiKeys);
  const { domains } = await service.must(admin, api.listDomains);
  const { webhooks } = await service.must(admin, api.listWebhooks);
  const { notices } = await service.must(admin, api.listNoticeTargets);
  return {
    mailboxes: mailboxes
      .map(({ id: _id, created_at: _at, domain_id, ...rest }) => ({ ...rest, domain: nameOf(domain_id) }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    lists: (await Promise.all(lists)).toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    policy: await service.must(admin, api.getAccountPolicy),
    account: (await service.must(admin, api.getAccount)).agent_delete_messages_enabled,
    settings: (await service.operator(api.getSettings)).body,
    suppressions: (await service.must(admin, api.listSuppressions)).suppressions
      .map(({ email }) => email)
      .toSorted(),
    blocked: (await service.must(admin, api.listBlockedSenders)).blocklist
      .map(({ email }) => email)
      .toSorted(),
    keys: keys
      .map(({ label, role, mailbox_ids }) => [label, role, mailbox_ids.map(nameOf).toSorted()])
      .toSorted(),
    domains: domains.map((each) => [each.domain_name, nameOf(each.catch_all_mailbox_id)]).toSorted(),
    webhooks: webhooks
      .map((each) => [
        each.url,
        each.description,
        each.enabled,
        each.enabled_events.toSorted(),
        each.labels,
        each.request_header_names,
      ])
      .toSorted(),
    notices: notices
      .map((each) => [
        ...[each.format, each.address, each.mailbox_ids?.map(nameOf).toSorted() ?? null],
        ...[each.states.toSorted(), each.digest_minutes, each.max_per_hour, each.enabled],
      ])
      .toSorted(),
  };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('setup %i is the same after export and apply elsewhere', async (seed) => {
  const [first, second] = [await setupDesk(), await setupDesk()];
  const env = { NO_COLOR: '1', ...RANDOM_SECRETS };
  const made = await first.asPerson(['apply', first.write(fileOf(randomSetup(seed)), 'random.json')], {
    env,
  });
  expect([made.exit, made.stderr]).toEqual([0, '']);

  const exported = await first.asPerson(['export', '--settings']);
  expect(exported.exit).toBe(0);
  for (const secret of Object.values(RANDOM_SECRETS)) expect(exported.stdout).not.toContain(secret);
  // Without the variables: they are only read where something new takes them.
  const same = await first.asPerson(['drift', first.write(exported.stdout)]);
  expect(same.stderr).toBe('');
  expect([same.json<PlanJson>().changes, same.exit]).toEqual([[], 0]);

  const applied = await second.asPerson(['apply', second.write(exported.stdout)], { env });
  expect([applied.exit, applied.stderr]).toEqual([0, '']);
  expect(await factsOf(second)).toEqual(await factsOf(first));
});
