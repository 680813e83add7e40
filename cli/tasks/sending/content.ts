import { SUBADDRESS_MODES } from '../../../shared/contract/values.ts';
import { UsageError } from '../../errors.ts';
import { definedFields } from '../../input/options/input.ts';
import { choice, text, texts } from '../../input/options/kinds.ts';
import { metadataOf } from '../../input/options/metadata.ts';
import { readText } from '../../machine/home/read-file.ts';
import { bodyFlags, readBody, type TextSource } from './body.ts';

/** Content flags of sends and replies. */
export const contentFlags = {
  ...bodyFlags,
  html: text('--html <FILE>', 'Also send this HTML, sanitized, beside the text; "-" is stdin.'),
  subaddress: text('--subaddress <INSTANCE>', 'Add +INSTANCE to the mailbox address of this message.'),
  subaddressMode: choice(
    '--subaddress-mode <MODE>',
    'Where +INSTANCE appears: in Reply-To, in From or nowhere. Default: set by the mailbox.',
    SUBADDRESS_MODES,
  ),
  labels: texts('--label <LABEL>', 'Label of the message. May be repeated.'),
  metadata: texts('--metadata <KEY=VALUE>', 'Data to keep with the message, never sent. May be repeated.'),
  replyTo: text('--reply-to <MAILBOX>', 'Another of your mailboxes, which gets the answers.'),
};

/** Content flags of a forward: own words are optional, and stdin has them only when it's named. */
export const forwardContentFlags = {
  ...contentFlags,
  body: { ...contentFlags.body, about: 'Your own words, above the forwarded message. Default: none.' },
};

interface ContentInput {
  readonly body: string | undefined;
  readonly file: string | undefined;
  readonly html: string | undefined;
  readonly subaddress: string | undefined;
  readonly subaddressMode: 'reply_to' | 'from' | 'none' | undefined;
  readonly replyTo: string | undefined;
  readonly labels: readonly string[];
  readonly metadata: readonly string[];
}

/** Content fields of a request. */
export async function readContent(context: TextSource, input: ContentInput) {
  const { body, file, html } = input;
  if (html === '-' && body === undefined && (file === undefined || file === '-')) throw oneStdin();
  const subaddressed = subaddressFields(input);
  return {
    body: await readBody(context, { body, file }),
    ...(html !== undefined && { html: await readHtml(context, html) }),
    ...subaddressed,
    ...keptFields(input),
  };
}

function subaddressFields({ subaddress, subaddressMode }: ContentInput) {
  if (subaddress === undefined && subaddressMode !== undefined) {
    throw new UsageError('--subaddress-mode requires --subaddress.');
  }
  return definedFields({ subaddress_instance_id: subaddress, subaddress_mode: subaddressMode });
}

/** Fields besides the text, of which nothing but Reply-To is sent. */
function keptFields({ labels, metadata, replyTo }: Pick<ContentInput, 'labels' | 'metadata' | 'replyTo'>) {
  return {
    ...(labels.length > 0 && { labels: [...labels] }),
    ...definedFields({ reply_to: replyTo, metadata: metadataOf(metadata) }),
  };
}

/** As `readContent`, without a text when none is given. */
export async function readOwnWords(
  context: TextSource,
  input: ContentInput,
): Promise<Partial<Awaited<ReturnType<typeof readContent>>>> {
  if (input.body !== undefined || input.file !== undefined) return readContent(context, input);
  if (input.html !== undefined) throw new UsageError('--html requires --body or --file.');
  return { ...subaddressFields(input), ...keptFields(input) };
}

type ClearedContent = Record<'clearHtml' | 'clearSubaddress' | 'clearReplyTo', boolean>;

/** As `readContent`, for a change: omitted fields stay, and html and sub-address can be cleared. */
export async function readChangedContent(
  context: TextSource,
  { clearHtml, clearSubaddress, clearReplyTo, ...input }: ContentInput & ClearedContent,
) {
  const { body, file, html, subaddress, subaddressMode, replyTo } = input;
  if (html === '-' && file === '-') throw oneStdin();
  if (html !== undefined && clearHtml) throw new UsageError("--html and --clear-html can't be combined.");
  if ((subaddress ?? subaddressMode) !== undefined && clearSubaddress) {
    throw new UsageError("--subaddress and --clear-subaddress can't be combined.");
  }
  if (replyTo !== undefined && clearReplyTo) {
    throw new UsageError("--reply-to and --clear-reply-to can't be combined.");
  }
  const hasText = body !== undefined || file !== undefined;
  return {
    ...(hasText && { body: await readBody(context, { body, file }) }),
    ...(html !== undefined && { html: await readHtml(context, html) }),
    ...(clearHtml && { html: null }),
    ...definedFields({ subaddress_instance_id: subaddress, subaddress_mode: subaddressMode }),
    ...(clearSubaddress && { subaddress_instance_id: null, subaddress_mode: null }),
    ...(clearReplyTo && { reply_to: null }),
    ...keptFields(input),
  };
}

function readHtml({ world }: TextSource, file: string): Promise<string> {
  return file === '-' ? world.stdin.readAll() : readText(file);
}

function oneStdin(): UsageError {
  return new UsageError("stdin can't be both text and HTML.", 'pass the text with --body or --file');
}
