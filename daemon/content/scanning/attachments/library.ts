import { OpenArchive } from '../../archives/open-archive.ts';
import { type Member, Taken } from './member.ts';

/** The files of an archive that libarchive reads. */
export async function* libraryMembers(content: Uint8Array): AsyncGenerator<Member> {
  const archive = await OpenArchive.open(content);
  for (const file of archive.files()) {
    const taken = new Taken();
    yield {
      name: file.name,
      declaredType: null,
      size: file.size,
      encrypted: file.encrypted,
      first(most) {
        if (taken.length < most) taken.add(file.first(most - taken.length));
        return taken.first(most);
      },
    };
  }
  if (archive.encrypted) {
    const first = () => new Uint8Array();
    yield { name: '', declaredType: null, size: 0, encrypted: true, first };
  } else if (archive.incomplete) throw new Error('the archive could not be read to its end');
}
