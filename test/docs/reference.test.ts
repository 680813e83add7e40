import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toolListing } from '../../.config/reference/tools.ts';
import { referencePages } from '../../.config/reference.ts';
import { ENDPOINTS } from '../../shared/contract/index.ts';

test('the reference pages are what `npm run reference` writes', async () => {
  for (const [name, text] of Object.entries(await referencePages())) {
    expect(await readFile(`docs/reference/${name}`, 'utf8'), name).toBe(text);
  }
});

test('the list of tools for models is what `npm run reference` writes', async () => {
  expect(await readFile('shared/mcp/tools.json', 'utf8')).toBe(toolListing());
});

test('every endpoint and each of its body fields has a line', async () => {
  const page = (await referencePages())['http.md'] ?? '';
  for (const { method, path, body } of ENDPOINTS) {
    const section = page.split(`### ${method} ${path}\n`)[1]?.split('\n### ')[0] ?? '';
    const fields = body && 'shape' in body ? Object.keys(body.shape as object) : [];
    for (const field of fields) expect(section, `${method} ${path}`).toContain(`| \`${field}\` |`);
  }
});
