import type { Context } from '../../../context.ts';
import type { Verdict } from '../../../events/webhooks/outcome.ts';
import { attemptPost } from '../../../events/webhooks/post.ts';
import { openUrl } from './address.ts';
import type { NoticePost } from './forms/chat.ts';
import { discordForm } from './forms/discord.ts';
import { ntfyForm } from './forms/ntfy.ts';
import { slackForm } from './forms/slack.ts';
import type { HeldNotice } from './notice.ts';
import type { NoticeTargetRow } from './table.ts';

type PostFormat = Exclude<NoticeTargetRow['format'], 'email'>;

const FORMS: Readonly<Record<PostFormat, (notice: HeldNotice, url: string) => NoticePost>> = {
  slack: slackForm,
  discord: discordForm,
  ntfy: ntfyForm,
};

/** Result of a post; null when the daemon stopped during it. */
export type PostResult = Exclude<Verdict, { kind: 'disabled' }> | null;

/** Posts a notice once, as webhooks are posted: to public addresses only, within their time limit. */
export async function postNotice(
  context: Context,
  { format, ...target }: NoticeTargetRow & { readonly format: PostFormat },
  notice: HeldNotice,
): Promise<PostResult> {
  const known = openUrl(context.secrets, target);
  if (known === null) return { kind: 'abandon', error: 'address_unreadable', status: null, preview: null };
  const { url, body } = FORMS[format](notice, known);
  const verdict = await attemptPost(
    context,
    {
      url,
      headers: { accept: '*/*' },
      body: Buffer.from(JSON.stringify(body)),
      receiver: { request_headers: null },
    },
    context.stopping,
  );
  return verdict as PostResult;
}

/** Whether a target is posted to. */
export function isPosted(row: NoticeTargetRow): row is NoticeTargetRow & { readonly format: PostFormat } {
  return row.format !== 'email';
}
