import type { MessageDetail } from '../../../shared/contract/messages.ts';
import type { ScanView } from '../../../shared/contract/scan.ts';
import type { Principal } from '../../access/principal.ts';
import { effectiveFromName } from '../../rules/mailboxes/project.ts';
import { type AskedAccess, isHeldBack, isKeptFromText } from '../../rules/mailboxes/withheld.ts';
import { trustedMessages } from '../../rules/trust/evaluate.ts';
import type { MailContext } from '../context.ts';
import { shownPreviews } from './body.ts';
import { extractedFrom } from './extracted.ts';
import { type MarkdownBodies, markdownBodies } from './markdown.ts';
import { newWordsOf } from './new-words.ts';
import type { Projection } from './project.ts';
import { reviewField } from './review.ts';
import type { MessageRow } from './table.ts';

/** Messages, and how they are shown. */
interface ReadingQuery {
  readonly rows: readonly MessageRow[];
  /** Bodies without a cut; by default for people only. */
  readonly wholeBodies?: boolean;
  readonly view?: ScanView | undefined;
  readonly quarantine_access?: AskedAccess;
  readonly extract?: string | undefined;
  readonly body_format?: MessageDetail['body']['format'] | undefined;
}

const NO_MARKDOWN: MarkdownBodies = new Map();
const NO_WORDS: ReadonlyMap<string, string | null> = new Map();

/** How a caller gets these messages shown. */
export async function projectionFor(
  context: MailContext,
  principal: Principal,
  { rows, wholeBodies, view = 'summary', quarantine_access: asked, extract, body_format }: ReadingQuery,
): Promise<Projection> {
  const isWithheld = (row: MessageRow) => isHeldBack(row) && isKeptFromText(principal, row, asked);
  const markdown = body_format === 'markdown' ? await markdownBodies(context, rows, isWithheld) : NO_MARKDOWN;
  const asksWords = extract?.split(',').includes('reply');
  return {
    view,
    markdown,
    isWithheld,
    extracted: await extractedFrom(context, rows, { extract, isWithheld }),
    newWords: asksWords ? await newWordsOf(context, rows, { isWithheld, markdown }) : NO_WORDS,
    dashboardBase: context.config.dashboardBase,
    trusted: await trustedMessages(context, principal, rows),
    previews: await shownPreviews(context, rows),
    ownName: ({ mailbox_name: name, mailbox_display_name: display_name }) =>
      effectiveFromName({ name, display_name }, principal.account.tier),
    reviewOf: (row) => reviewField(context, row),
    wholeBodies: wholeBodies ?? principal.method === 'session',
  };
}
