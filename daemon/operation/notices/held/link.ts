import type { Context } from '../../../context.ts';

type LinkContext = Pick<Context, 'config' | 'links' | 'settings'>;

/** Where a person sees the message and decides; null without a page. Opening it decides nothing. */
export function reviewLink(context: LinkContext, messageId: string): string | null {
  const { dashboardBase } = context.config;
  if (dashboardBase !== null) return `${dashboardBase}/messages/${messageId}`;
  return context.settings.get('web.enabled') ? context.links.toPage(`review/${messageId}`) : null;
}

/** Where a person sees everything that waits. */
export function queueLink(context: LinkContext): string | null {
  const { dashboardBase } = context.config;
  if (dashboardBase !== null) return dashboardBase;
  return context.settings.get('web.enabled') ? context.links.toPage('review') : null;
}
