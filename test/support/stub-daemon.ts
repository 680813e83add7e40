import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { OPERATOR_TOKEN_FILE } from '../../shared/locator.ts';

/** A server that answers what a test tells it to, named by the locator file of a throw-away home. */
export interface StubDaemon {
  readonly home: string;
  readonly origin: string;
  readonly server: FastifyInstance;
}

export async function startStub(
  routes: (server: FastifyInstance) => void,
  key = 'am_live_stub.key',
): Promise<StubDaemon> {
  const server = Fastify({ forceCloseConnections: true });
  server.get('/readyz', async () => ({ ready: true }));
  routes(server);
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const home = mkdtempSync(join(tmpdir(), 'agentmail-stub-'));
  nameDaemon(home, origin);
  writeFileSync(join(home, 'credentials.json'), JSON.stringify({ default: key }), { mode: 0o600 });
  writeFileSync(join(home, OPERATOR_TOKEN_FILE), 'operator-secret\n', { mode: 0o600 });
  onTestFinished(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });
  return { home, origin, server };
}

/** Writes a locator file as a daemon in this process would. */
export function nameDaemon(home: string, origin: string, pid = process.pid): void {
  const locator = {
    pid,
    http: origin,
    smtp: '127.0.0.1:1',
    version: '0.0.0-test',
    started_at: '2026-01-01T00:00:00.000Z',
  };
  writeFileSync(join(home, 'daemon.json'), JSON.stringify(locator));
}

/** An item of a message list with what a test says about it. */
export function listItem(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: '01960000-0000-7000-8000-000000000001',
    direction: 'inbound',
    state: 'available',
    sender: 'ann@example.com',
    recipient: 'support@agentmail.localhost',
    from: { name: null, address: 'ann@example.com' },
    to: [{ name: null, address: 'support@agentmail.localhost' }],
    ...{ cc: [], bcc: [], reply_to: null, delivered_to: ['support@agentmail.localhost'] },
    subject: 'Hello',
    mailbox_id: '01960000-0000-7000-8000-0000000000aa',
    mailbox_name: 'support',
    body_preview: 'Hi',
    starred: false,
    has_attachment: false,
    has_html: false,
    dashboard_url: null,
    thread_id: null,
    subaddress_instance_id: null,
    labels: [],
    automatic: null,
    scan: null,
    firewall_block: null,
    agent_safety_context: null,
    created_at: '2026-03-01T12:00:00.000Z',
    read_at: null,
    ...changes,
  };
}

/** The answer to a send in the given state. */
export function sendReply(effect: string, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    message_id: '01960000-0000-7000-8000-000000000002',
    status: effect === 'sent' ? 'sent' : 'quarantined',
    warning: null,
    daily_limit: 1000,
    sends_remaining: 999,
    scan: null,
    hold_context: null,
    email_effect: { effect_status: effect, releasable: false, terminal: false, retryable: false },
    html_sanitized: false,
    removed_categories: [],
    ...changes,
  };
}

/** A mailbox as lists show it. */
export const mailbox = (name: string) => ({
  id: `id-${name}`,
  name,
  display_name: null,
  effective_from_display: '',
  address: `${name}@agentmail.localhost`,
  status: 'active',
  domain_id: null,
  scanner_policy: null,
  pii_mode: 'passthrough',
  pii_redaction_config: null,
  attachment_exposure_mode: 'metadata_only',
  attachment_allowed_file_families: [],
  outbound_attachments: { enabled: false },
  default_subaddress_mode: 'none',
  recipient_policy_mode: 'blocklist',
  sender_policy_mode: 'blocklist',
  hitl_mode: 'disabled',
  allow_thread_replies: false,
  agent_send_policy: 'open',
  restricted_by: null,
  agent_send_containment: false,
  agent_authoring_mode: 'send_and_draft',
  send_window: null,
  approval_expiry: '72h',
  participant_authentication: 'any',
  agent_quarantine_access: 'full',
  agent_release: 'contract',
  agent_entries: 'contract',
  automatic_replies: 'never',
  agent_forwarding: 'review',
  auto_submitted_replies: false,
  instruction_trust_mode: 'disabled',
  instruction_trust_strict_recipient: true,
  continuity: false,
  created_at: '2026-01-01T00:00:00.000Z',
});
