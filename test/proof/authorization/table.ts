/**
 * Who may call what, transcribed by hand from the interface's tables, so that an endpoint with a wrong
 * declaration is found. Nothing here is derived from the contract.
 * - `any`, `admin`, `bound` and `public` name the caller. `session` says what a key gets:
 *   `SESSION_AUTH_REQUIRED`, or with `+reauth` `REAUTH_REQUIRES_SESSION`.
 * - The number or code behind it is what an agent key gets for a mailbox, message or key of its account that
 *   it isn't bound to.
 * - `locked` may be called before sign-up is complete.
 */
export type Row = readonly [
  who: 'public' | 'any' | 'admin' | 'bound' | 'session' | 'session+reauth',
  unbound?: 'NOT_FOUND' | 'MAILBOX_ACCESS_DENIED' | 'INSUFFICIENT_SCOPE' | undefined,
  locked?: 'locked',
];

const MASKED = ['bound', 'NOT_FOUND'] as const;
const DENIED = ['bound', 'MAILBOX_ACCESS_DENIED'] as const;

export const TABLE: Readonly<Record<string, Row>> = {
  // Platform
  'GET /v1/health': ['public'],
  'GET /openapi.json': ['public'],
  'GET /readyz': ['public'],

  // Account and keys
  'GET /v1/accounts': ['any'],
  'DELETE /v1/accounts': ['admin'],
  'POST /v1/accounts/agent-delete-policy': ['admin'],
  'GET /v1/accounts/policy': ['any'],
  'PATCH /v1/accounts/policy': ['admin'],
  'GET /v1/account/policy': ['any'],
  'PATCH /v1/account/policy': ['admin'],
  'GET /v1/accounts/quota': ['any'],
  'GET /v1/accounts/traffic': ['admin'],
  'GET /v1/accounts/usage': ['admin'],
  'GET /v1/accounts/export': ['admin'],
  'POST /v1/accounts/url-reputation': ['admin'],
  'GET /v1/accounts/api-keys': ['admin'],
  'POST /v1/accounts/api-keys': ['admin'],
  'POST /v1/accounts/api-keys/rotate': ['admin'],
  'PATCH /v1/accounts/api-keys/:id': ['admin'],
  'DELETE /v1/accounts/api-keys/:id': ['any', 'INSUFFICIENT_SCOPE'],
  'POST /v1/accounts/api-keys/:id/instruction-trust': ['any', 'INSUFFICIENT_SCOPE'],
  'POST /v1/legal-holds': ['admin'],
  'GET /v1/legal-holds': ['admin'],
  'GET /v1/legal-holds/:id': ['admin'],
  'POST /v1/legal-holds/:id/release': ['admin'],

  // Sign-up, identity, sessions
  'POST /v1/accounts/signup': ['public'],
  'POST /v1/auth/signup': ['public'],
  'POST /v1/auth/login': ['public'],
  'POST /v1/auth/login-code': ['public'],
  'POST /v1/auth/resend-verification': ['public'],
  'POST /v1/auth/password/reset-request': ['public'],
  'POST /v1/auth/password/reset': ['public'],
  'GET /v1/auth/me': ['any', undefined, 'locked'],
  'POST /v1/auth/verify-email': ['any', undefined, 'locked'],
  'POST /v1/auth/verify-phone': ['any', undefined, 'locked'],
  'POST /v1/auth/resend-phone-verification': ['any', undefined, 'locked'],
  'POST /v1/auth/logout': ['session', undefined, 'locked'],
  'GET /v1/auth/sessions': ['session'],
  'DELETE /v1/auth/sessions/:id': ['session'],
  'POST /v1/auth/cli-signup-codes': ['session'],
  'POST /v1/auth/reauth/sms/send': ['session'],
  'POST /v1/auth/password/change': ['session+reauth'],
  'POST /v1/auth/email-change': ['session+reauth'],
  'POST /v1/auth/email-change/confirm': ['session+reauth'],
  'POST /v1/auth/mfa/totp/setup': ['session+reauth'],
  'POST /v1/auth/mfa/totp/enable': ['session+reauth'],
  'POST /v1/auth/mfa/sms/enroll': ['session+reauth'],
  'POST /v1/auth/mfa/sms/confirm': ['session+reauth'],
  'POST /v1/auth/mfa/disable': ['session+reauth'],
  'POST /v1/auth/mfa/recovery': ['session+reauth'],
  'POST /v1/auth/phone-change': ['session+reauth'],
  'POST /v1/auth/phone-change/confirm': ['session+reauth'],
  'POST /v1/auth/phone-change/email-code': ['session+reauth'],

  // Mailboxes
  'POST /v1/mailboxes': ['admin'],
  'GET /v1/mailboxes': ['any'],
  'GET /v1/mailboxes/:id': MASKED,
  'PATCH /v1/mailboxes/:id': ['admin'],
  'DELETE /v1/mailboxes/:id': ['admin'],
  'GET /v1/mailboxes/:id/policy': MASKED,
  'POST /v1/mailboxes/:id/policy/preview': ['admin'],
  'POST /v1/mailboxes/:id/attachment-access': ['admin'],
  // Enabling needs a session, disabling an admin: an agent key gets no further than its role.
  'POST /v1/mailboxes/:id/outbound-attachments': ['any', 'INSUFFICIENT_SCOPE'],
  'PATCH /v1/mailboxes/:id/sender-policy': DENIED,
  // A named address takes no mail that the mailbox itself would refuse, so agents make their own.
  'GET /v1/mailboxes/:id/addresses': DENIED,
  'POST /v1/mailboxes/:id/addresses': DENIED,
  'DELETE /v1/mailboxes/:id/addresses/:tag': DENIED,
  'GET /v1/mailboxes/:id/connection': ['admin'],
  'PUT /v1/mailboxes/:id/connection': ['admin'],
  'DELETE /v1/mailboxes/:id/connection': ['admin'],
  'POST /v1/connections/check': ['admin'],
  'GET /v1/mailboxes/:id/trusted-sources': DENIED,
  'POST /v1/mailboxes/:id/trusted-sources': ['session+reauth'],
  'DELETE /v1/mailboxes/:id/trusted-sources/:sourceId': DENIED,
  'POST /v1/mailboxes/:id/instruction-trust': DENIED,
  'POST /v1/mailboxes/:id/instruction-trust/strict-recipient': DENIED,

  // Recipients
  'GET /v1/mailboxes/:mailboxId/allowlist': DENIED,
  'POST /v1/mailboxes/:mailboxId/allowlist': ['admin'],
  'POST /v1/mailboxes/:mailboxId/allowlist/bulk': ['admin'],
  'DELETE /v1/mailboxes/:mailboxId/allowlist/:email': ['admin'],
  'GET /v1/mailboxes/:mailboxId/allowlist/blocked-attempts': DENIED,
  'GET /v1/recipients': ['any'],
  'POST /v1/recipients': ['admin'],
  'POST /v1/recipients/:id/resend': ['admin'],
  'DELETE /v1/recipients/:id': ['admin'],
  'GET /v1/suppressions': ['any'],
  'POST /v1/suppressions': ['any'],
  'POST /v1/suppressions/bulk': ['any'],
  'DELETE /v1/suppressions/:email': ['admin'],

  // Senders
  'GET /v1/inbound-blocklist': ['any'],
  'POST /v1/inbound-blocklist': ['any'],
  'POST /v1/inbound-blocklist/bulk': ['any'],
  'DELETE /v1/inbound-blocklist/:email': ['admin'],
  'GET /v1/mailboxes/:id/inbound-allowlist': DENIED,
  'POST /v1/mailboxes/:id/inbound-allowlist': ['admin'],
  'POST /v1/mailboxes/:id/inbound-allowlist/bulk': ['admin'],
  'DELETE /v1/mailboxes/:id/inbound-allowlist/:email': DENIED,
  'GET /v1/mailboxes/:id/inbound-allowlist/blocked-attempts': DENIED,

  // Messages
  'POST /v1/messages/send': DENIED,
  'POST /v1/messages/:id/reply': DENIED,
  'POST /v1/messages/:id/calendar-reply': MASKED,
  'POST /v1/messages/:id/forward': MASKED,
  'POST /v1/messages/submit': DENIED,
  'GET /v1/messages/idempotency': ['any'],
  'GET /v1/mailboxes/:id/messages': DENIED,
  'GET /v1/mailboxes/:id/messages/wait': DENIED,
  'POST /v1/mailboxes/:id/codes/wait': DENIED,
  'GET /v1/messages/search': ['any'],
  'GET /v1/messages/:id': MASKED,
  'GET /v1/messages/:id/findings': ['session'],
  'GET /v1/messages/:id/decision': MASKED,
  'POST /v1/messages/:id/read': MASKED,
  'PATCH /v1/messages/:id/star': DENIED,
  'PATCH /v1/messages/:id/labels': DENIED,
  'POST /v1/messages/:id/release': DENIED,
  'POST /v1/messages/:id/block': DENIED,
  'DELETE /v1/messages/:id/decision': DENIED,
  'POST /v1/messages/:id/report': DENIED,
  'POST /v1/messages/:id/firewall-release': ['admin'],
  'DELETE /v1/messages/:id': DENIED,
  'POST /v1/messages/:id/approve': ['admin'],
  'POST /v1/messages/:id/deny': ['admin'],
  'POST /v1/messages/:id/edit': ['admin'],
  'GET /v1/mailboxes/:id/threads': DENIED,
  'GET /v1/threads/:thread_id': ['any', 'NOT_FOUND'],
  'POST /v1/mailboxes/:id/threads/:thread_id/read': DENIED,
  'PATCH /v1/mailboxes/:id/threads/:thread_id/star': DENIED,
  'PATCH /v1/mailboxes/:id/threads/:thread_id/labels': DENIED,
  'GET /v1/mailboxes/:id/labels': DENIED,
  'GET /v1/messages/:id/attachments/:idx': MASKED,
  'GET /v1/messages/:id/attachments/:idx/preview': MASKED,
  'GET /v1/attachment-content/:token': ['public'],

  // Drafts and staged files
  'POST /v1/drafts': DENIED,
  'GET /v1/mailboxes/:id/drafts': DENIED,
  'GET /v1/drafts/:id': MASKED,
  'PATCH /v1/drafts/:id': DENIED,
  'POST /v1/drafts/:id/send': DENIED,
  'DELETE /v1/drafts/:id': DENIED,
  'POST /v1/attachments': DENIED,
  'GET /v1/attachments/:id': MASKED,
  'POST /v1/simulator/inbound': DENIED,

  // Webhooks and events
  'POST /v1/webhooks': ['admin'],
  'GET /v1/webhooks': ['admin'],
  'GET /v1/webhooks/:id': ['admin'],
  'PATCH /v1/webhooks/:id': ['admin'],
  'DELETE /v1/webhooks/:id': ['admin'],
  'POST /v1/webhooks/:id/rotate-secret': ['admin'],
  'POST /v1/webhooks/:id/test': ['admin'],
  'GET /v1/webhooks/:id/deliveries': ['admin'],
  'POST /v1/webhooks/:id/deliveries/:delivery_id/retry': ['admin'],
  'GET /v1/webhooks/deliveries/stream': ['admin'],
  'POST /v1/notices': ['admin'],
  'GET /v1/notices': ['admin'],
  'PATCH /v1/notices/:id': ['admin'],
  'DELETE /v1/notices/:id': ['session+reauth'],
  'POST /v1/notices/:id/test': ['admin'],
  // With the filter `mailbox` it is a collection of that mailbox.
  'GET /v1/events': ['any', 'MAILBOX_ACCESS_DENIED'],

  // Domains
  'POST /v1/domains': ['admin'],
  'GET /v1/domains': ['admin'],
  'GET /v1/domains/:id': ['admin'],
  'DELETE /v1/domains/:id': ['admin'],
  'POST /v1/domains/:id/verify': ['admin'],
  'POST /v1/domains/:id/self-hosted-recheck': ['admin'],
  'PATCH /v1/domains/:id/self-hosted-config': ['admin'],
  'PATCH /v1/domains/:id/set-default': ['admin'],
  'PATCH /v1/domains/:id/catch-all': ['admin'],
};

/** These are the owner's, and nothing else is. */
export const isOwners = (path: string) => path === '/metrics' || path.startsWith('/operator/v1/');
