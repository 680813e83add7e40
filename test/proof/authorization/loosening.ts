import type { Fixture } from '../contract/fixture.ts';

/** Changes that loosen, transcribed by hand: only a signed-in person may make them, with fresh proof. */
export interface Loosening {
  readonly method: string;
  readonly path: (fixture: Fixture) => string;
  /** A change by a person beforehand, so that there is something to loosen. */
  readonly tightened?: object;
  readonly body: (fixture: Fixture) => object;
  /** Answer to a bound agent key. */
  readonly agent: 'INSUFFICIENT_SCOPE' | 'REAUTH_REQUIRES_SESSION';
  /** Answer to a person with proof. */
  readonly proven: string;
}

const mailbox = (rest: string) => (fixture: Fixture) => `/v1/mailboxes/${fixture.mailbox.id}${rest}`;
const human = (path: string, body: object, proven = '200'): Loosening => ({
  method: 'POST',
  path: () => `/v1/auth/${path}`,
  body: () => body,
  agent: 'REAUTH_REQUIRES_SESSION',
  proven,
});
const of = (
  method: string,
  path: Loosening['path'],
  body: object,
  rest: Partial<Loosening> = {},
): Loosening => ({ method, path, body: () => body, agent: 'INSUFFICIENT_SCOPE', proven: '200', ...rest });

const RISK = { residual_ack_version: 'v1' };
const BOUND = { agent: 'REAUTH_REQUIRES_SESSION' } as const;

export const LOOSENINGS: Readonly<Record<string, Loosening>> = {
  'a higher limit of sends': of(
    'PATCH',
    () => '/v1/accounts/policy',
    { custom_daily_send_limit: 9 },
    {
      tightened: { custom_daily_send_limit: 5 },
    },
  ),
  'no limit of sends': of(
    'PATCH',
    () => '/v1/account/policy',
    { custom_daily_send_limit: null },
    {
      tightened: { custom_daily_send_limit: 5 },
    },
  ),
  'a freer mode of new mailboxes': of(
    'PATCH',
    () => '/v1/accounts/policy',
    { default_policy_mode: 'draft_only' },
    {
      tightened: { default_policy_mode: 'read_only' },
    },
  ),
  'a freer mode of a mailbox': of(
    'PATCH',
    mailbox(''),
    { apply_policy_mode: 'supervised' },
    {
      tightened: { apply_policy_mode: 'read_only' },
    },
  ),
  'agents that may send': of(
    'PATCH',
    mailbox(''),
    { agent_authoring_mode: 'send_and_draft' },
    {
      tightened: { agent_authoring_mode: 'draft_only' },
    },
  ),
  'participants that nobody authenticated': of(
    'PATCH',
    mailbox(''),
    { participant_authentication: 'any' },
    {
      tightened: { participant_authentication: 'authenticated' },
    },
  ),
  'text of quarantined mail for agents': of(
    'PATCH',
    mailbox(''),
    { agent_quarantine_access: 'full' },
    {
      tightened: { agent_quarantine_access: 'metadata' },
    },
  ),
  'release of held mail by agents': of(
    'PATCH',
    mailbox(''),
    { agent_release: 'contract' },
    {
      tightened: { agent_release: 'never' },
    },
  ),
  'domains that agents list': of(
    'PATCH',
    mailbox(''),
    { agent_entries: 'contract' },
    {
      tightened: { agent_entries: 'strict' },
    },
  ),
  'answers of agents to automatic mail': of(
    'PATCH',
    mailbox(''),
    { automatic_replies: 'all' },
    {
      tightened: { automatic_replies: 'never' },
    },
  ),
  'forwarding by agents without review': of(
    'PATCH',
    mailbox(''),
    { agent_forwarding: 'on' },
    {
      tightened: { agent_forwarding: 'off' },
    },
  ),
  'a longer time to decide': of(
    'PATCH',
    mailbox(''),
    { approval_expiry: 'never' },
    {
      tightened: { approval_expiry: '24h' },
    },
  ),
  'no hours of sending': of(
    'PATCH',
    mailbox(''),
    { send_window: null },
    {
      tightened: {
        send_window: {
          timezone: 'Europe/Berlin',
          days: ['mon'],
          start: '09:00',
          end: '17:00',
          outside_action: 'block',
        },
      },
    },
  ),
  'raw downloads': of('POST', mailbox('/attachment-access'), {
    mode: 'raw_download_selected_types',
    allowed_file_families: ['text'],
    accept_disclaimer_version: 'v1',
  }),
  'files that go out': of(
    'POST',
    mailbox('/outbound-attachments'),
    { enabled: true, accept_disclaimer_version: 'v1' },
    BOUND,
  ),
  'a trusted source': of(
    'POST',
    mailbox('/trusted-sources'),
    { value: 'nobody-wrote@example.org', address_attestation: true, ...RISK },
    { ...BOUND, proven: '422 TRUSTED_SOURCE_NO_VERIFIED_HISTORY' },
  ),
  'trust in instructions': of(
    'POST',
    mailbox('/instruction-trust'),
    { enabled: true, strict_recipient: true, ...RISK },
    BOUND,
  ),
  'no strict recipient': of(
    'POST',
    mailbox('/instruction-trust/strict-recipient'),
    { strict_recipient: false },
    BOUND,
  ),
  'a key that may be instructed': of(
    'POST',
    ({ ids }) => `/v1/accounts/api-keys/${ids.key}/instruction-trust`,
    { enabled: true },
    // An agent key that names another key learns nothing about it.
    { agent: 'INSUFFICIENT_SCOPE' },
  ),
  'another password': human('password/change', { new_password: 'an even longer evening' }),
  'another email': human('email-change', { new_email: 'somewhere-else@example.com' }),
  'a second factor': human('mfa/totp/setup', {}),
  'no second factor': human('mfa/disable', {}),
  'another phone': human('phone-change', { phone_number: '+4915112345699' }),
};
