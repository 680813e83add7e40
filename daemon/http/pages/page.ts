import type { Context } from '../../context.ts';

/** A page for people in browsers, reached by a link in mail whose token is the whole credential. */
export interface Page {
  /** Path with one `:token`. */
  readonly path: string;
  /** Shows what the link is for; has no effect, for programs open links before people do. */
  show(context: Context, token: string): Promise<PageView>;
  /** What the button does. Repeating it is harmless. */
  act(context: Context, token: string): Promise<PageView>;
}

/** What a page says. Everything in it is plain text. */
export interface PageView {
  readonly status: 200 | 404 | 410;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Label of the one button, which posts to the page itself. */
  readonly button?: string;
}
