import { businessMails } from './business-mails.ts';

/** A mail as programs write it: text and HTML that say the same, with everything before it quoted. */
export interface QuotingMail {
  readonly text: string;
  readonly html: string;
}

/** With the words that it adds. */
export interface Turn extends QuotingMail {
  readonly words: string;
}

export const MAILS_IN_THREAD = 20;
const THREADS = 10;
/** A turn of a thread is a letter of some lines. */
const MOST_CHARACTERS = 700;

const WRITERS = [
  {
    name: 'Ann Smith',
    address: 'ann@example.com',
    lines: ['Ann Smith', 'Account Manager', '+44 20 7946 0012'],
  },
  { name: 'Bob Jones', address: 'bob@example.org', lines: ['Bob Jones', 'Operations', 'bob@example.org'] },
] as const;
type Writer = (typeof WRITERS)[number];

/** How a mail program writes an answer around the mail that it answers. */
type Program = (words: string, writer: Writer, answered: Answered | null) => QuotingMail;
interface Answered extends QuotingMail {
  readonly writer: Writer;
  readonly hour: number;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', '<br>');

const gmail: Program = (words, writer, answered) => {
  const signature = writer.lines.join('\n');
  const own = `<div dir="ltr">${escaped(words)}</div><div><br></div>-- <br><div dir="ltr" class="gmail_signature">${escaped(signature)}</div>`;
  if (answered === null) return { text: `${words}\n\n-- \n${signature}`, html: own };
  const said = `On Mon, Mar 2, 2026 at ${answered.hour}:15 AM ${answered.writer.name} <${answered.writer.address}> wrote:`;
  const quote = answered.text
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()));
  return {
    text: `${words}\n\n-- \n${signature}\n\n${said}\n\n${quote.join('\n')}`,
    html: `${own}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${escaped(said)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${answered.html}</blockquote></div>`,
  };
};

const outlook: Program = (words, writer, answered) => {
  const paragraphs = (text: string) =>
    text
      .split('\n')
      .map((line) => `<p class=MsoNormal>${escaped(line) || '<o:p>&nbsp;</o:p>'}<o:p></o:p></p>`)
      .join('');
  const own = `${words}\n\n${writer.lines.join('\n')}`;
  if (answered === null) return { text: own, html: `<div class=WordSection1>${paragraphs(own)}</div>` };
  const head = [
    `From: ${answered.writer.name} <${answered.writer.address}>`,
    `Sent: Monday, March 2, 2026 ${answered.hour}:15 AM`,
    `To: ${writer.name} <${writer.address}>`,
    'Subject: RE: Next steps',
  ];
  return {
    text: `${own}\n\n${head.join('\n')}\n\n${answered.text}`,
    html: `<div class=WordSection1>${paragraphs(own)}<div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>${head.map(escaped).join('<br>')}<o:p></o:p></p></div></div>${answered.html}</div>`,
  };
};

/** Ten threads of twenty mails, half of each program; each mail quotes all mail before it. */
export function quotedThreads(): Turn[][] {
  const turns = businessMails.filter((mail) => mail.length <= MOST_CHARACTERS);
  return Array.from({ length: THREADS }, (_, thread) => {
    const program = thread % 2 === 0 ? gmail : outlook;
    let answered: Answered | null = null;
    return Array.from({ length: MAILS_IN_THREAD }, (_turn, index): Turn => {
      const writer = WRITERS[index % 2 === 0 ? 0 : 1];
      const words = turns[(thread * MAILS_IN_THREAD + index) % turns.length] ?? '';
      const mail = program(words, writer, answered);
      answered = { ...mail, writer, hour: (index % 9) + 1 };
      return { ...mail, words };
    });
  });
}
