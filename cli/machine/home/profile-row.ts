import type { CommandContext } from '../../context.ts';
import type { Profile } from './profiles.ts';

export interface ProfileRow {
  readonly name: string;
  readonly url: string | null;
  readonly account: string | null;
  readonly mailbox: string | null;
  readonly has_key: boolean;
}

/** A profile as it is shown: never with its key. */
export async function profileRow(
  context: CommandContext,
  name: string,
  profile: Profile,
): Promise<ProfileRow> {
  return {
    name,
    url: profile.url ?? null,
    account: profile.account ?? null,
    mailbox: profile.mailbox ?? null,
    has_key: (await context.credentials.get(name)) !== undefined,
  };
}
