import { WEEKDAYS } from '../../../../shared/contract/mailboxes.ts';
import {
  DISABLEABLE_CRITERIA,
  DISABLEABLE_SCANNERS,
  OUTBOUND_PII_ACTIONS,
  PII_OPERATORS,
  PII_TYPES,
  PII_VISIBILITIES,
} from '../../../../shared/contract/scan.ts';
import * as values from '../../../../shared/contract/values.ts';
import { Seeded } from '../../../mail/review/seeded.ts';

/** A text that would be a variable of a file. */
const VARIABLE = `\${HOME}`;

/** Setups with every policy at random. */
export function randomSetup(seed: number) {
  const seeded = new Seeded(seed);
  const random = () => seeded.next();
  const pick = <T>(list: readonly T[]): T => seeded.pick(list);
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.4);
  const atLeastOne = <T>(list: readonly T[]): T[] => {
    const chosen = some(list);
    return chosen.length > 0 ? chosen : [pick(list)];
  };
  const maybe = <T>(value: T): T | null => (random() < 0.5 ? value : null);
  const entries = (name: string) =>
    some(['ann', 'bob', 'carol', 'dan']).map((who) =>
      pick([`${who}@${name}.example`, `@${who}-${name}.example`]),
    );
  const mailbox = () => ({
    display_name: maybe(pick(['Support', 'Sales & Co', `Ärger ${VARIABLE}`, "O'Brien: #1"])),
    default_subaddress_mode: pick(values.SUBADDRESS_MODES),
    scanner_policy: maybe({
      language_mode: pick(values.LANGUAGE_MODES),
      disabled_scanners: some(DISABLEABLE_SCANNERS),
      disabled_proxy_criteria: some(DISABLEABLE_CRITERIA),
      outbound_pii_policy: { credit_card: pick(OUTBOUND_PII_ACTIONS) },
    }),
    pii_mode: pick(values.PII_MODES),
    pii_redaction_config: maybe(
      Object.fromEntries(
        some(PII_TYPES).map((type) => [
          type,
          { visibility: pick(PII_VISIBILITIES), operator: pick(PII_OPERATORS) },
        ]),
      ),
    ),
    hitl_mode: pick(values.HITL_MODES),
    allow_thread_replies: pick([true, false]),
    agent_send_containment: pick([true, false]),
    recipient_policy_mode: pick(values.LIST_MODES),
    sender_policy_mode: pick(values.LIST_MODES),
    agent_authoring_mode: pick(values.AUTHORING_MODES),
    send_window: maybe({
      timezone: pick(['Europe/Berlin', 'UTC', 'America/New_York']),
      days: some(WEEKDAYS),
      start: pick(['08:00', '22:30']),
      end: pick(['18:00', '06:15']),
      outside_action: pick(['require_approval', 'block']),
    }),
    approval_expiry: pick(values.APPROVAL_EXPIRIES),
    participant_authentication: pick(['any', 'authenticated']),
    agent_quarantine_access: pick(['full', 'metadata']),
    agent_release: pick(['contract', 'never']),
    agent_entries: pick(['contract', 'strict']),
    automatic_replies: pick(values.AUTOMATIC_REPLIES),
    agent_forwarding: pick(values.AGENT_FORWARDING),
    auto_submitted_replies: pick([true, false]),
    metadata: maybe({ team: pick(['a', 'b']), file: 'not a reference', text: VARIABLE }),
    copy_to: maybe('person@example.com'),
    attachment_exposure_mode: pick(['metadata_only', 'derived_content']),
    addresses: Object.fromEntries(
      some(['shop', 'news']).map((tag) => [
        tag,
        { expires_at: maybe('2099-01-01T00:00:00.000Z'), note: maybe('What it is for') },
      ]),
    ),
    allowlist: entries('partner'),
    sender_allowlist: entries('customer'),
  });
  const names = ['support', 'sales', 'ops.team'].slice(0, 1 + Math.floor(random() * 3));
  return {
    version: 1,
    account: {
      custom_daily_send_limit: maybe(50),
      default_policy_mode: maybe(pick(values.POLICY_MODES)),
      agent_delete_messages_enabled: pick([true, false]),
    },
    settings: {
      'sending.max_recipients': pick([50, 10]),
      'mailboxes.brand_names': ['agentmail', ...some(['acme', 'contoso'])],
      'mail.relay': maybe({
        url: 'smtp://127.0.0.1:2526',
        username: 'u',
        password: { env: 'MAIL_RELAY_PASSWORD' },
      }),
      'scanning.languages': pick(['english', 'all']),
    },
    suppressions: entries('never'),
    blocked_senders: entries('spam'),
    domains: Object.fromEntries(
      some(['one.example.com', 'two.example.com']).map((name) => [name, { catch_all: maybe(pick(names)) }]),
    ),
    mailboxes: Object.fromEntries(names.map((name) => [name, mailbox()])),
    keys: Object.fromEntries(
      some(['bot', 'a long: label']).map((label) => [label, { role: 'agent', mailboxes: atLeastOne(names) }]),
    ),
    webhooks: some(['https://127.0.0.1:9/one', 'https://127.0.0.1:9/two']).map((url) => ({
      url,
      description: maybe(`Hook of ${url}`),
      enabled: pick([true, false]),
      enabled_events: atLeastOne(values.EVENT_TYPES),
      ...(random() < 0.5 && { labels: ['urgent'] }),
      ...(random() < 0.5 && { request_headers: { 'X-Team': { env: 'WEBHOOK_X_TEAM' } } }),
    })),
    notices: [
      ...some(['ann@example.org', 'bob@example.org']).map((address) => ({
        format: 'email',
        address,
        mailboxes: maybe(atLeastOne(names)),
        states: atLeastOne(values.NOTICED_STATES),
        digest_minutes: pick([0, 30]),
        max_per_hour: pick([1, 12]),
        enabled: pick([true, false]),
      })),
      ...some(['https://hooks.slack.com']).map((host) => ({
        format: 'slack',
        host,
        address: { env: 'NOTICE_SLACK_URL' },
        digest_minutes: pick([0, 5]),
      })),
    ],
  };
}

/** The secrets to which random setups refer. */
export const RANDOM_SECRETS = {
  MAIL_RELAY_PASSWORD: 'a password of the relay',
  WEBHOOK_X_TEAM: 'a header that is secret',
  NOTICE_SLACK_URL: 'https://hooks.slack.com/services/T0/B0/secret',
};
