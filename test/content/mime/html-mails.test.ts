import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markdownFromHtml } from '../../../daemon/content/mime/html-text.ts';
import { bodyText, parseMessage } from '../../../daemon/content/mime/parse.ts';
import { findLinks } from '../../../shared/extract/links.ts';
import { findCode } from '../../../shared/extract/otp.ts';

const folder = join(import.meta.dirname, 'html-mails');
const expected: Record<string, { code: string | null; links: string[] }> = JSON.parse(
  readFileSync(join(folder, 'expected.json'), 'utf8'),
);
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.eml') ? [file.slice(0, -4)] : []));

describe('a mail that is HTML only', () => {
  test('is expected in every fixture', () => {
    expect(names.sort()).toEqual(Object.keys(expected).sort());
    expect(names).toHaveLength(30);
  });

  test.each(names)('reads as its recipient sees it: %s', async (name) => {
    const message = await parseMessage(readFileSync(join(folder, `${name}.eml`)));
    const readable = { subject: message.subject, body: bodyText(message) };
    expect(`${readable.body}\n`).toBe(readFileSync(join(folder, `${name}.txt`), 'utf8'));
    const markdown = markdownFromHtml(message.html ?? '');
    expect(`${markdown}\n`).toBe(readFileSync(join(folder, `${name}.md`), 'utf8'));
    expect({ code: findCode(readable), links: findLinks(readable) }).toEqual(expected[name]);
  });
});
