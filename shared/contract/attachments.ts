import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { askedAccess, queryInteger, timestamp, uuid } from './fields.ts';
import { antivirusVerdict } from './scan.ts';

/** Attachments of messages: previews and downloads. */

/** Counts from 0 in the order of `attachments[]`. */
const oneAttachment = z.strictObject({ id: uuid, idx: queryInteger(0, 999_999_999) });

export const BINARY = 'application/octet-stream';

const attachmentLink = z.object({
  url: z.string(),
  expires_at: timestamp,
  content_type: z.string(),
  filename: z.string().nullable(),
  size: z.int(),
  av_verdict: antivirusVerdict,
});

export const getAttachment = endpoint({
  id: 'attachments.get',
  method: 'GET',
  path: '/v1/messages/:id/attachments/:idx',
  summary:
    'Get a download link for an attachment, valid for five minutes, or its bytes if `Accept` asks for them.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  audited: true,
  params: oneAttachment,
  headers: ['accept'],
  replies: { 200: attachmentLink },
  bytesOnRequest: true,
  errors: ['NOT_FOUND', 'ATTACHMENT_ACCESS_INELIGIBLE'],
});

export const getAttachmentContent = endpoint({
  id: 'attachments.content',
  method: 'GET',
  path: '/v1/attachment-content/:token',
  summary: 'Download an attachment by its link.',
  who: 'public',
  effects: ['read-only'],
  audited: true,
  params: z.strictObject({ token: z.string().min(1).max(500) }),
  replies: { 200: z.instanceof(Uint8Array).meta({ contentMediaType: BINARY }) },
  errors: ['NOT_FOUND', 'ATTACHMENT_ACCESS_INELIGIBLE'],
  extension: true,
});

export const getAttachmentPreview = endpoint({
  id: 'attachments.preview',
  method: 'GET',
  path: '/v1/messages/:id/attachments/:idx/preview',
  summary: 'Get the text of an attachment: plain text, CSV, PDF or Office Open XML.',
  who: 'bound',
  unbound: 'masked_404',
  effects: ['read-only'],
  audited: true,
  params: oneAttachment,
  query: z.strictObject({ quarantine_access: askedAccess }),
  replies: {
    200: z.object({
      attachment: z.object({
        filename: z.string().nullable(),
        content_type: z.string(),
        size: z.int(),
        hash: z.string(),
      }),
      preview: z.object({
        kind: z.literal('text'),
        content: z.string(),
        truncated: z.boolean(),
        /** Of the whole text; null when it was too long to count. */
        char_count: z.int().nullable(),
        page_count: z.int().nullable(),
        extractor: z.string(),
        generated_at: timestamp,
      }),
    }),
  },
  errors: [
    'NOT_FOUND',
    'ATTACHMENT_PREVIEW_DISABLED',
    'ATTACHMENT_PREVIEW_BLOCKED',
    'ATTACHMENT_PREVIEW_NOT_AVAILABLE',
    'ATTACHMENT_PREVIEW_PENDING',
  ],
});
