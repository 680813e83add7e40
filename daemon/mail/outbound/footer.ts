import type { CallerAccount } from '../../access/principal.ts';

const LINE = 'Sent by an AI agent with a trial account of agentmail.';
const HTML_LINE = `<p style="margin:24px 0 0;color:#777777;font-family:sans-serif;font-size:12px">${LINE}</p>`;
/** How the sanitizer ends a page. */
const END_OF_PAGE = '</body></html>';

interface FooterInput {
  readonly tier: CallerAccount['tier'];
  readonly sender: string;
  readonly text: string;
  readonly html: string | null;
}

/** Adds the trial's footer, unless the mail comes from the account's own domain. */
export function withFooter(
  { tier, sender, text, html }: FooterInput,
  platformDomain: string,
): Pick<FooterInput, 'text' | 'html'> {
  if (tier !== 'sandbox' || !sender.endsWith(`@${platformDomain}`)) return { text, html };
  return { text: `${text.trimEnd()}\n\n${LINE}\n`, html: html === null ? null : lastLine(html) };
}

function lastLine(html: string): string {
  return html.endsWith(END_OF_PAGE)
    ? `${html.slice(0, -END_OF_PAGE.length)}${HTML_LINE}${END_OF_PAGE}`
    : `${html}${HTML_LINE}`;
}
