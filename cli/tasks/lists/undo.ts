import { line, type View } from '../../output/views/document.ts';
import { counted } from '../../output/views/numbers.ts';

/** Addresses of a list, whatever the field that it's in. */
export function entriesOf(listed: object): string[] {
  const rows: unknown = Object.values(listed).find(Array.isArray);
  return (rows as { email: string }[]).map(({ email }) => email);
}

export const undoneView: View<{ added_by: string; removed: readonly string[] }> = ({ added_by, removed }) => [
  line(`Removed ${counted(removed.length, 'entry', 'entries')} by ${added_by}.`),
  ...removed.map((email) => line(`  ${email}`)),
];
