import type { SelectType } from 'kysely';
import type { Tables } from '../schema.ts';

/** Columns that SQLite stores in another form than the row types say. Features never see that form. */

/**
 * `flag` is a boolean stored as 0 or 1, `json` an object or an array stored as its text, `packed` a text that
 * is stored compressed where that saves space.
 */
export type Codec = 'flag' | 'json' | 'packed';

type CodecOf<Value> = [Value] extends [boolean | null]
  ? 'flag'
  : [Value] extends [string | number | Buffer | null]
    ? never
    : 'json';

type CodecsOf<Table> = {
  readonly [Column in keyof Table as [CodecOf<SelectType<Table[Column]>>] extends [never]
    ? never
    : Column]: CodecOf<SelectType<Table[Column]>>;
};

/** Derived from the row types: a missing, wrong or needless entry doesn't compile. */
type Codecs = {
  readonly [Table in keyof Tables as keyof CodecsOf<Tables[Table]> extends never ? never : Table]: CodecsOf<
    Tables[Table]
  >;
};

const CODECS: Codecs = {
  api_keys: { mailbox_ids: 'json', instruction_trust_enabled: 'flag' },
  accounts: {
    unlimited: 'flag',
    agent_delete_messages_enabled: 'flag',
    signup_pending: 'flag',
    clean_history: 'flag',
    totp_used_steps: 'json',
    billing_exempt: 'flag',
    warmup: 'json',
    url_reputation_active: 'flag',
  },
  domains: { is_default: 'flag', record_states: 'json' },
  mailboxes: {
    scanner_policy: 'json',
    pii_redaction_config: 'json',
    attachment_allowed_file_families: 'json',
    outbound_attachments_enabled: 'flag',
    allow_thread_replies: 'flag',
    agent_send_containment: 'flag',
    send_window: 'json',
    instruction_trust_strict_recipient: 'flag',
    auto_submitted_replies: 'flag',
    metadata: 'json',
  },
  policy_revisions: { policy: 'json' },
  trusted_sources: { eligibility: 'json' },
  blobs: { packed: 'flag' },
  recipient_requests: { mailed: 'flag', resend: 'flag' },
  messages: {
    recipients: 'json',
    other_recipients: 'json',
    reference_ids: 'json',
    removed_categories: 'json',
    starred: 'flag',
    has_attachment: 'flag',
    scan: 'json',
    hold_context: 'json',
    sender_authentication: 'json',
    charged_to_trial: 'flag',
    other_authors: 'json',
    header_addresses: 'json',
    labels: 'json',
    metadata: 'json',
    peer: 'json',
    firewall_block: 'json',
    simulated: 'flag',
    deciding: 'json',
    pending_decision: 'json',
    review: 'json',
    marks_read: 'flag',
    denial_open: 'flag',
    files_left_out: 'json',
    calendar_reply: 'json',
  },
  message_bodies: { pii_spans: 'json', html_pii_spans: 'json' },
  attachments: { mime_mismatch: 'flag', preview_truncated: 'flag' },
  staged_attachments: { mime_mismatch: 'flag', scan: 'json' },
  drafts: { changed_by_agent: 'flag' },
  idempotency_keys: { content: 'json' },
  events: { data: 'json' },
  audit_log: { before: 'json', after: 'json' },
  jobs: { payload: 'json' },
  webhooks: {
    enabled: 'flag',
    enabled_events: 'json',
    request_header_names: 'json',
    labels: 'json',
    tags: 'json',
  },
  notice_targets: { mailbox_ids: 'json', states: 'json', enabled: 'flag', sent_times: 'json' },
  webhook_deliveries: { test_data: 'json' },
};

/**
 * Texts of mail. Statements that write them pass their values through the function `packed`
 * (`packed-text.ts`).
 */
const PACKED = {
  message_bodies: ['text', 'html', 'html_text'],
  outbox: ['text', 'html'],
} as const satisfies { readonly [Table in keyof Tables]?: readonly (keyof Tables[Table])[] };

const codecs = new Map([
  ...Object.entries(CODECS).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, codec]): [string, Codec] => [`${table}.${column}`, codec]),
  ),
  ...Object.entries(PACKED).flatMap(([table, columns]) =>
    columns.map((column): [string, Codec] => [`${table}.${column}`, 'packed']),
  ),
]);

/** Undefined for a column that is stored as features see it. */
export function codecOf(table: string | null, column: string | null): Codec | undefined {
  return codecs.get(`${table}.${column}`);
}
