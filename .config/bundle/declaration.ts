import { readFile } from 'node:fs/promises';
import { isolatedDeclaration } from 'rolldown/experimental';

/** The declarations of a module whose exports have written types. */
export async function declarationOf(file: string): Promise<string> {
  const { code, errors } = await isolatedDeclaration(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
