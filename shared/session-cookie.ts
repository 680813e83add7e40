/** HttpOnly, SameSite=Strict, and stored as a hash only. */
export const SESSION_COOKIE = 'agentmail_session';

/** Clients without an Origin must send this header; a page of another site can't. */
export const SESSION_REQUEST_HEADER = { name: 'x-requested-with', value: 'agentmail' } as const;

/**
 * Has the secret of the page's origin, which the page sends with each request. A session that was opened with
 * one is refused without it.
 */
export const PAGE_SECRET_HEADER = 'x-agentmail-page';
