import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './fields.ts';
import { scanFinding } from './scan.ts';
import { place } from './scan-file.ts';

/** Where the findings of a stored message stand in its text, for the person who decides about it. */

const placedFinding = scanFinding.extend({
  /** Empty where there is no place to show: the finding is about the whole message, or its text may not be shown. */
  places: z.array(place),
});
export type PlacedFinding = z.output<typeof placedFinding>;

const messageFindings = z.object({
  message_id: z.string(),
  /**
   * Characters of the text as its readers get it, into which places of the field `text` count; null where they get
   * none. A reader who has a text of another length has another text, in which they mean nothing.
   */
  char_count: z.int().nullable(),
  /** All that the scan found, as `view=verbose` of the message lists it. */
  findings: z.array(placedFinding),
});
export type MessageFindings = z.output<typeof messageFindings>;

export const getFindings = endpoint({
  id: 'operator.messages.findings',
  method: 'GET',
  path: '/operator/v1/messages/:id/findings',
  summary: 'What the scan found in a message, and where it stands in the text that its readers get.',
  who: 'operator',
  effects: ['read-only'],
  params: z.strictObject({ id: uuid }),
  replies: { 200: messageFindings },
  errors: ['NOT_FOUND'],
  extension: true,
});
