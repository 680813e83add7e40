import type { Who } from '../endpoint.ts';

/** Who may call an endpoint, in words. */
export const CALLERS: Readonly<Record<Who, string>> = {
  public: 'no credential',
  any: 'any API key or session',
  admin: 'an admin key or a session',
  bound: 'an admin key, a session, or an agent key bound to the mailbox',
  session: 'a session',
  operator: "the owner of the machine, from this machine, with the home folder's token",
};
