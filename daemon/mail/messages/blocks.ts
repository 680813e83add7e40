import type { MessageBlock } from '../../../shared/contract/blocks.ts';
import type { MessageDetail } from '../../../shared/contract/messages.ts';
import { MOST_TEXT } from '../../content/reply-text/markdown-body.ts';
import { type ReplyPart, type ReplyText, replyText } from '../../content/reply-text/reply-text.ts';
import type { MailContext } from '../context.ts';
import { isFirstContact } from './first-contact.ts';
import { replyOf } from './new-words.ts';
import type { Projection } from './project.ts';
import type { MessageRow } from './table.ts';

/** An inbound message in blocks, as its reader gets it. Withheld text is in none. */
export async function blocksOf(
  context: Pick<MailContext, 'store' | 'secrets'>,
  row: MessageRow,
  { detail, how }: { readonly detail: MessageDetail; readonly how: Projection },
): Promise<MessageBlock[]> {
  const isWithheld = how.isWithheld(row);
  const files = detail.attachments.map(({ filename, content_type, size }) => ({
    filename,
    content_type,
    size,
  }));
  return [
    { type: 'facts', facts: await factsOf(context, row, how) },
    ...(isWithheld ? [] : textBlocks(await dividedBody(context, row, { detail, how }))),
    ...hiddenBlock(detail),
    ...(files.length === 0 ? [] : [{ type: 'attachments' as const, files }]),
  ];
}

async function factsOf(
  { store: { read: db } }: Pick<MailContext, 'store'>,
  row: MessageRow,
  { trusted }: Projection,
): Promise<NonNullable<MessageBlock['facts']>> {
  const mailbox = await db
    .selectFrom('mailboxes')
    .select(['id', 'participant_authentication'])
    .where('id', '=', row.mailbox_id)
    .executeTakeFirstOrThrow();
  return {
    sender_verified: row.sender_authentication?.verdict === 'verified_aligned',
    first_contact: await isFirstContact(db, { ...mailbox, before: row.created_at }, row.sender),
    automatic: row.automatic,
    scan: row.scan?.verdict ?? null,
    instructions_trusted: trusted.has(row.id),
  };
}

/** The text that the reader gets, and its parts. */
type Divided = Pick<ReplyText, 'source' | 'parts'>;

async function dividedBody(
  context: Pick<MailContext, 'store' | 'secrets'>,
  row: MessageRow,
  { detail: { body }, how }: { readonly detail: MessageDetail; readonly how: Projection },
): Promise<Divided> {
  const reply = await replyOf(context, row, how.markdown.get(row.id));
  const source = body.format === 'html' ? (reply?.source ?? '') : (body.content ?? '');
  if (reply?.source.startsWith(source)) return { source, parts: reply.parts };
  if (source.length <= MOST_TEXT) return replyText({ text: source, html: null });
  return { source, parts: [{ kind: 'own', start: 0, end: source.length, isShown: true }] };
}

const TYPES: Readonly<Record<ReplyPart['kind'], 'words' | 'quoted' | 'signature'>> = {
  own: 'words',
  quoted: 'quoted',
  attribution: 'quoted',
  forwarded: 'quoted',
  signature: 'signature',
  footer: 'signature',
};

/** The text in blocks, every character of it. */
export function textBlocks({ source, parts }: Divided): MessageBlock[] {
  const blocks: (MessageBlock & { text: string })[] = [];
  const hasOwn = parts.some(
    (part) => part.kind === 'own' && source.slice(part.start, part.end).trim() !== '',
  );
  let before: ReplyPart | undefined;
  for (const part of parts) {
    const text = source.slice(part.start, part.end);
    if (text === '') break;
    const type = TYPES[part.kind];
    const last = blocks.at(-1);
    const isAnswered = hasOwn && type === 'quoted' && part.isShown;
    const goesOn =
      last?.type === type && part.kind !== 'attribution' && (before?.isShown === part.isShown || !hasOwn);
    if (last !== undefined && goesOn) last.text += text;
    else {
      blocks.push({
        type,
        text,
        ...(type === 'quoted' && { attributed_to: part.kind === 'quoted' ? null : addressIn(text) }),
        ...(isAnswered && { answered: true as const }),
      });
    }
    before = part;
  }
  return blocks;
}

/** Characters of a header above an earlier message. */
const MOST_HEADER = 1000;
const ADDRESS = /[^\s<>@()[\]"',;:]{1,64}@[^\s<>@()[\]"',;:]{1,255}/;

function addressIn(text: string): string | null {
  return ADDRESS.exec(text.slice(0, MOST_HEADER))?.[0] ?? null;
}

const HIDDEN = '[hidden: ';

/** Only that there is hidden text; `html_text` has it. */
function hiddenBlock({ html_text }: MessageDetail): MessageBlock[] {
  const passages = (html_text?.content ?? '').split(HIDDEN).length - 1;
  return passages === 0 ? [] : [{ type: 'hidden', passages }];
}
