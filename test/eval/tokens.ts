import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { replyMarkdown, replyText } from '../../daemon/content/reply-text/reply-text.ts';
import { MAILS_IN_THREAD, type QuotingMail, quotedThreads } from './quoted-threads.ts';

/** `npm run tokens`: what a thread of twenty mails costs a model, by the form in which it reads them. */

const FORMS: readonly (readonly [name: string, textOf: (mail: QuotingMail) => string])[] = [
  ['`body.content`', ({ text }) => text],
  ['`body_format=markdown`', ({ html }) => replyMarkdown(html).source],
  ['`extract=reply`', ({ text }) => replyText({ text, html: null }).text],
  ['`extract=reply`, `body_format=markdown`', ({ html }) => replyMarkdown(html).text],
];

/** Tokens of each form, for each thread. */
export function threadTokens(threads: readonly (readonly QuotingMail[])[]) {
  return FORMS.map(([name, textOf]) => ({
    name,
    tokens: threads.map((mails) => mails.reduce((sum, mail) => sum + countTokens(textOf(mail)), 0)),
  }));
}

const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function table(): string {
  const threads = quotedThreads();
  const rows = threadTokens(threads);
  const whole = total(rows[0]?.tokens ?? []);
  const lines = rows.map(({ name, tokens }) => {
    const mean = Math.round(total(tokens) / threads.length).toLocaleString('en');
    const share = ((100 * total(tokens)) / whole).toFixed(1);
    return `| ${name} | ${mean} | ${total(tokens).toLocaleString('en')} | ${share} % |`;
  });
  const head = `| read as | a thread of ${MAILS_IN_THREAD} mails | ${threads.length} threads | of the text |`;
  return [head, '|---|---:|---:|---:|', ...lines].join('\n');
}

if (import.meta.main) process.stdout.write(`${table()}\n`);
