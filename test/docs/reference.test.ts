import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../.config/reference.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

test('generated files are what `npm run reference` writes', async () => {
  for (const [path, text] of Object.entries(await generatedFiles())) {
    expect(await readFile(path, 'utf8'), path).toBe(text);
  }
});

test('every endpoint and each of its body fields has a line', async () => {
  const page = (await generatedFiles())['docs/reference/http.md'] ?? '';
  for (const { method, path, body } of ENDPOINTS) {
    const section = page.split(`### ${method} ${path}\n`)[1]?.split('\n### ')[0] ?? '';
    const fields = body && 'shape' in body ? Object.keys(body.shape as object) : [];
    for (const field of fields) expect(section, `${method} ${path}`).toContain(`| \`${field}\` |`);
  }
});
