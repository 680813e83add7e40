import type { Context } from '../../../context.ts';

/** A page for browsers, behind a link in mail. The token is the only credential. */
export interface BrowserPage {
  /** Path with one `:token`. */
  readonly path: string;
  /** Shows the purpose of the link. No effects: mail scanners open links too. */
  show(context: Context, token: string): Promise<PageView>;
  /** Runs the button's action. Repeating it is harmless. */
  act(context: Context, token: string): Promise<PageView>;
}

/** Content of a page, as plain text. */
export interface PageView {
  readonly status: 200 | 404 | 410;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Label of the one button, which posts to the page itself. */
  readonly button?: string;
}
