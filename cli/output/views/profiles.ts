import type { ProfileRow } from '../../machine/home/profile-row.ts';
import { fields, line, orDash, quiet, strong, table, type View } from './document.ts';

export const profileList: View<{ readonly profiles: readonly ProfileRow[] }> = ({ profiles }) => [
  table(
    [
      { title: 'profile' },
      { title: 'account', flexible: true },
      { title: 'mailbox' },
      { title: 'daemon' },
      { title: 'key' },
    ],
    profiles.map((each) => [
      strong(each.name),
      orDash(each.account),
      orDash(each.mailbox),
      each.url ?? quiet('of this home'),
      each.has_key ? 'kept' : quiet('-'),
    ]),
    'No profiles yet. agentmail up creates the first one.',
  ),
];

export const profileView: View<ProfileRow> = (each) => [
  fields(
    ['profile', strong(each.name)],
    ['account', orDash(each.account)],
    ['mailbox', orDash(each.mailbox)],
    ['daemon', each.url ?? 'of this home'],
    ['key', each.has_key ? 'kept' : 'none'],
  ),
];

export const removedProfile: View<{ readonly removed: string }> = ({ removed }) => [
  line(`Profile "${removed}" and its stored key are removed. The key itself is not revoked.`),
];
