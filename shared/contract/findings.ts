import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { scanFinding } from './scan.ts';
import { place } from './scan-file.ts';

/** Positions of findings in the text of a stored message, for its reviewer. */

const placedFinding = scanFinding.extend({
  /** Empty when the finding is about the whole message, or its text may not be shown. */
  places: z.array(place),
});
export type PlacedFinding = z.output<typeof placedFinding>;

const messageFindings = z.object({
  message_id: z.string(),
  /**
   * Length of the text as its readers get it, in characters; places of the field `text` count into it. Null
   * when they get none. Places mean nothing for a reader whose text has another length.
   */
  char_count: z.int().nullable(),
  /** All findings, as in `view=verbose` of the message lists. */
  findings: z.array(placedFinding),
});
export type MessageFindings = z.output<typeof messageFindings>;

export const getMessageFindings = endpoint({
  id: 'messages.findings',
  method: 'GET',
  path: '/v1/messages/:id/findings',
  summary: 'Show the scan findings of a message, with their positions in the text. Only for people.',
  who: 'session',
  effects: ['read-only'],
  audited: true,
  params: z.strictObject({ id: uuid }),
  replies: { 200: messageFindings },
  errors: ['NOT_FOUND'],
  extension: true,
});

export const getFindings = endpoint({
  id: 'operator.messages.findings',
  method: 'GET',
  path: '/operator/v1/messages/:id/findings',
  summary: 'Show the scan findings of a message, with their positions in the text that readers get.',
  who: 'operator',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: messageFindings },
  errors: ['NOT_FOUND'],
  extension: true,
});
