import { shortId, type Walk } from './walk.ts';

/** Who is told of held mail; telling less takes the password of the signed-in person. */
export async function walkNotices({ note, prepare }: Walk): Promise<void> {
  await prepare('mailboxes', 'create', 'told');
  const added = await note('notices add', 'email', '-m', 'told', '--digest', '30');
  const notice = shortId(added.json<{ id: string }>());
  await note('notices list');
  await note('notices update', notice, '-m', 'told', '--state', 'pending_review');
  await note('notices test', notice);
  await note('notices remove', notice);
}
