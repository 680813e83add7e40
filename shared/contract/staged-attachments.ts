import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailboxReference, timestamp, uuid } from './fields.ts';
import { scan } from './scan.ts';

/** Uploads for outgoing messages; each is sent at most once. */

/** A file of a multipart body. */
export interface UploadedFile {
  readonly filename: string;
  /** Media type that the uploader declares. */
  readonly declaredType: string | null;
  readonly content: Uint8Array;
}

export const uploadedFile = z
  .custom<UploadedFile>((value) => typeof value === 'object' && value !== null && 'content' in value, {
    message: 'is required, as a part with a file name',
  })
  .meta({ type: 'string', format: 'binary' });

export const CONTENT_SCAN_STATUSES = ['pending', 'clean', 'flagged', 'error'] as const;

export const stagedAttachment = z.object({
  id: z.string(),
  filename: z.string(),
  /** Detected from the content, not declared. */
  content_type: z.string(),
  size: z.int(),
  /** SHA-256 in hex. */
  hash: z.string(),
  scan: scan.nullable(),
  content_scan_status: z.enum(CONTENT_SCAN_STATUSES),
  expires_at: timestamp,
});

export const consumedAttachment = z.object({
  id: z.string(),
  status: z.literal('consumed'),
  consumed_at: timestamp,
  consumed_message_id: z.string().nullable(),
});

export const stageAttachment = endpoint({
  id: 'attachments.stage',
  method: 'POST',
  path: '/v1/attachments',
  summary: 'Upload a file for one later message of a mailbox.',
  who: 'bound',
  unbound: 'denied_403',
  effects: ['mutating'],
  upload: true,
  body: z.strictObject({ mailbox_id: mailboxReference, file: uploadedFile }),
  replies: { 201: stagedAttachment },
  errors: [
    'ACCOUNT_SUSPENDED',
    'OUTBOUND_ATTACHMENTS_INELIGIBLE',
    'OUTBOUND_ATTACHMENTS_DISABLED',
    'STORAGE_QUOTA_EXCEEDED',
  ],
});

export const getStagedAttachment = endpoint({
  id: 'attachments.staged',
  method: 'GET',
  path: '/v1/attachments/:id',
  summary: 'Show an uploaded file and the message that uses it, if any.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: z.union([stagedAttachment, consumedAttachment]) },
  errors: ['NOT_FOUND'],
});
