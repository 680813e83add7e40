/**
 * Summary of a thread in a mailbox, written by triggers only. A thread without visible messages has no row.
 */
export interface ThreadsTable {
  mailbox_id: string;
  thread_id: string;
  account_id: string;
  /** Messages of the default view; the next four columns count among them. */
  message_count: number;
  unread_count: number;
  starred_count: number;
  inbound_count: number;
  /** Of the default view; null without messages in it. */
  first_message_at: number | null;
  last_message_at: number | null;
  /** Messages that the sender policy refused. */
  kept_out_count: number;
  kept_out_first_at: number | null;
  kept_out_last_at: number | null;
}
