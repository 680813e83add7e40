import type { Queries } from '../../platform/store/store.ts';
import type { Random } from '../../platform/system/random.ts';

const SUFFIX_CHARACTERS = 5;
const STEM_CHARACTERS = 64 - 1 - SUFFIX_CHARACTERS;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * `<name>@<domain>`, with a random suffix when another account has or had that address: mail for its first
 * owner may still arrive.
 */
export async function freeAddress(
  db: Queries,
  { random, name, domain }: { readonly random: Random; readonly name: string; readonly domain: string },
): Promise<string> {
  for (let local = name; ; local = `${name.slice(0, STEM_CHARACTERS)}-${randomSuffix(random)}`) {
    const address = `${local}@${domain}`;
    const taken = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('address', '=', address)
      .executeTakeFirst();
    if (!taken) return address;
  }
}

function randomSuffix(random: Random): string {
  return [...random.bytes(SUFFIX_CHARACTERS)].map((byte) => BASE32[byte % BASE32.length]).join('');
}
