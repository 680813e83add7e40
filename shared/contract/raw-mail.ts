import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { accountParams } from './operator.ts';

/** Mail as it travels. Only the owner gets it: it shows what redaction and quarantine keep from keys. */

export const getRawMessage = endpoint({
  id: 'operator.messages.raw',
  method: 'GET',
  path: '/operator/v1/messages/:id/raw',
  summary: 'Get the source of a message, as received or as reconstructed from the sent message.',
  who: 'operator',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: z.string().meta({ contentMediaType: 'message/rfc822' }) },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const exportMbox = endpoint({
  id: 'operator.accounts.mbox',
  method: 'GET',
  path: '/operator/v1/accounts/:id/mbox',
  summary: 'Export all mail of an account, with attachments and drafts, oldest first, as mbox (mboxrd).',
  who: 'operator',
  effects: ['read-only'],
  params: accountParams,
  replies: { 200: z.string().meta({ contentMediaType: 'application/mbox' }) },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const exportMaildir = endpoint({
  id: 'operator.accounts.maildir',
  method: 'GET',
  path: '/operator/v1/accounts/:id/maildir',
  summary:
    'Export all mail of an account, with attachments and drafts, as a tar archive with a Maildir for each mailbox.',
  who: 'operator',
  effects: ['read-only'],
  params: accountParams,
  replies: { 200: z.string().meta({ contentMediaType: 'application/x-tar' }) },
  errors: ['NOT_FOUND'],
  extension: true,
});
