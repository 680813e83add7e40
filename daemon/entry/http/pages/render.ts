import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../platform/system/escape-html.ts';
import type { PageView } from './page.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2230; --soft: #545d70; --paper: #f4f5f8; --card: #fff; --edge: #d9dde6;
  --act: #2447b8; --on-act: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef4; --soft: #aab2c3; --paper: #12151d; --card: #1b202b;
  --edge: #343c4d; --act: #9db4ff; --on-act: #10162b; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 1.5rem; display: grid; place-items: center; background: var(--paper);
  color: var(--ink); font: 1.0625rem/1.6 system-ui, sans-serif; }
main { width: 100%; max-width: 34rem; padding: 2rem; background: var(--card); border: 1px solid var(--edge);
  border-radius: 0.75rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
button { margin-top: 0.5rem; padding: 0.75rem 1.5rem; min-height: 2.75rem; border: 0; border-radius: 0.5rem;
  background: var(--act); color: var(--on-act); font: inherit; font-weight: 600; cursor: pointer; }
button:hover { filter: brightness(1.1); }
button:focus-visible { outline: 3px solid var(--act); outline-offset: 3px; }
footer { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--edge); color: var(--soft);
  font-size: 0.875rem; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows no resources or scripts; the form may only post to this daemon. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  // The page's URL has a secret token.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};

/** Renders a page that works without scripts and styles. */
export function renderPage({ title, paragraphs, button }: PageView): string {
  const text = paragraphs.map((paragraph) => `      <p>${escapeHtml(paragraph)}</p>`).join('\n');
  const form =
    button === undefined
      ? ''
      : `\n      <form method="post"><button type="submit">${escapeHtml(button)}</button></form>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
${text}${form}
      <footer>agentmail, email for AI agents</footer>
    </main>
  </body>
</html>
`;
}
