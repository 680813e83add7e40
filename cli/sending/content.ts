import { choice, text } from '../command.ts';
import { UsageError } from '../errors.ts';
import type { World } from '../world.ts';
import { bodyFlags, readBody, readNamed } from './body.ts';

/** What sends and replies say, besides to whom. */
export const contentFlags = {
  ...bodyFlags,
  html: text('--html <FILE>', 'Send this HTML too, made safe, beside the text; "-" is stdin.'),
  subaddress: text('--subaddress <INSTANCE>', 'Mark the message with +INSTANCE of the mailbox address.'),
  subaddressMode: choice(
    '--subaddress-mode <MODE>',
    'Where +INSTANCE shows: in Reply-To, in From or nowhere. Default: as the mailbox says.',
    ['reply_to', 'from', 'none'],
  ),
};

interface ContentInput {
  readonly body: string | undefined;
  readonly file: string | undefined;
  readonly html: string | undefined;
  readonly subaddress: string | undefined;
  readonly subaddressMode: 'reply_to' | 'from' | 'none' | undefined;
}

/** The fields of a request that hold what is said. */
export async function readContent(world: World, input: ContentInput) {
  const { body, file, html, subaddress, subaddressMode } = input;
  if (html === '-' && body === undefined && (file === undefined || file === '-')) {
    throw new UsageError('stdin cannot be both text and HTML.', 'give the text with --body or --file');
  }
  if (subaddress === undefined && subaddressMode !== undefined) {
    throw new UsageError('--subaddress-mode belongs to --subaddress.');
  }
  return {
    body: await readBody(world, { body, file }),
    ...(html === undefined
      ? {}
      : { html: html === '-' ? await world.stdin.readAll() : await readNamed(html) }),
    ...(subaddress === undefined ? {} : { subaddress_instance_id: subaddress }),
    ...(subaddressMode === undefined ? {} : { subaddress_mode: subaddressMode }),
  };
}
