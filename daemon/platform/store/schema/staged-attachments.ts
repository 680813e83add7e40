import type { Generated } from 'kysely';
import type { Scan } from '../../../../shared/contract/scan.ts';
import type { CONTENT_SCAN_STATUSES } from '../../../../shared/contract/staged-attachments.ts';
import type { AttachmentsTable } from './messages.ts';

/** An upload. It owns its bytes until a message takes them. */
export interface StagedAttachmentsTable
  extends Pick<
    AttachmentsTable,
    | 'content_type'
    | 'declared_mime_type'
    | 'size'
    | 'hash'
    | 'policy_action'
    | 'av_verdict'
    | 'av_signature'
    | 'av_scanned_at'
  > {
  id: string;
  account_id: string;
  mailbox_id: string;
  filename: string;
  mime_mismatch: Generated<boolean>;
  /** Null once a message owns the bytes. */
  blob_id: string | null;
  content_scan_status: (typeof CONTENT_SCAN_STATUSES)[number];
  /** The worker that scans it; null unless the scan is pending. */
  worker: string | null;
  /** With every finding; null until scanned. */
  scan: Scan | null;
  /** Digest of the policy and settings of its scan. */
  scan_scope: string | null;
  /** The draft that keeps the file from expiring. */
  draft_id: string | null;
  created_at: number;
  expires_at: number;
  consumed_at: number | null;
  consumed_message_id: string | null;
}
