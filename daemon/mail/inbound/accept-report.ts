import { z } from 'zod';
import type { Peer } from '../../platform/store/schema.ts';
import type { Transaction } from '../../platform/store/store.ts';
import type { ReportAddress } from './report-address.ts';

/** Reports about sent mail are stored at once, and read by a job. */
export const INBOUND_REPORT = 'inbound.report';

export const reportPayload = z.object({
  blob_id: z.string(),
  recipient: z.string(),
  sender: z.string(),
  /** The message that a bounce is about; null for complaints, which say it themselves. */
  message_id: z.string().nullable(),
  /** Place of the recipient whose mail bounced among several; jobs of earlier versions have none. */
  place: z.int().nullable().default(null),
  /** JSON of the `Peer`; jobs of earlier versions have none. */
  peer: z.string().nullable().default(null),
});
export type ReportPayload = z.output<typeof reportPayload>;

interface AcceptedReport {
  readonly recipient: string;
  /** The envelope sender. */
  readonly sender: string;
  readonly peer: Peer;
  readonly blobId: string;
}

/** Schedules an accepted report, whose bytes are recorded, to be read; returns its id. */
export async function acceptReport(
  transaction: Transaction,
  to: ReportAddress,
  report: AcceptedReport,
): Promise<string> {
  const { blobId, peer, recipient, sender } = report;
  await transaction.schedule({
    kind: INBOUND_REPORT,
    accountId: null,
    dueAt: transaction.now,
    payload: {
      blob_id: blobId,
      recipient,
      sender,
      message_id: to.kind === 'bounce' ? to.messageId : null,
      place: to.kind === 'bounce' ? to.recipient : null,
      peer: JSON.stringify(peer),
    } satisfies ReportPayload,
  });
  return blobId;
}
