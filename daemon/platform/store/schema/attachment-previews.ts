/** The text of an attachment that readers see; only where the preview is ready. */
export interface AttachmentPreviewsTable {
  message_id: string;
  account_id: string;
  position: number;
  content: string;
}
