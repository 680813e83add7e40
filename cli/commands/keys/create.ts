import { createApiKey } from '../../../shared/contract/keys.ts';
import type { CommandContext } from '../../context.ts';
import { storeKey } from '../../input/asking/store-key.ts';
import { mailboxIds } from '../../input/lookups/mailbox.ts';
import { definedFields } from '../../input/options/input.ts';
import type { CreatedKey } from '../../output/views/keys.ts';
import { tellOpenMailboxes } from './open-mailboxes.ts';

interface WantedKey {
  readonly role: 'admin' | 'agent';
  readonly mailboxes: readonly string[];
  readonly label: string | undefined;
  /** Profile that keeps the key. */
  readonly save: string | undefined;
  /** Accepts that agents of an open mailbox write to anyone. */
  readonly open: boolean;
}

/** Creates a key, and stores it if it has a profile. */
export async function createKey(
  context: CommandContext,
  { role, mailboxes, label, save, open }: WantedKey,
): Promise<CreatedKey> {
  const ids = mailboxes.length === 0 ? [] : await mailboxIds(context, mailboxes);
  if (role === 'agent') await tellOpenMailboxes(context, ids, open);
  const client = await context.client();
  const created: CreatedKey = await client.call(createApiKey, {
    body: { role, ...definedFields({ label }), ...(ids.length === 0 ? {} : { mailbox_ids: ids }) },
  });
  if (save === undefined) return created;
  const [mailbox, ...others] = mailboxes;
  await storeKey(
    context,
    { profile: save, key: created.api_key },
    {
      ...definedFields({ url: context.profile.url }),
      ...(mailbox === undefined || others.length > 0 ? {} : { mailbox }),
    },
  );
  return { ...created, saved_as: save };
}
