import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { getMessage as read } from '../../../../shared/contract/reading.ts';
import { PAGE_SECRET_HEADER } from '../../../../shared/session-cookie.ts';
import { openSessionByLink } from '../../../access/page-links.ts';
import { sessionCookie } from '../../../access/sessions/cookie.ts';
import { getMessage } from '../../../mail/messages/get.ts';
import { notFound, ServiceError } from '../../../platform/errors/service-error.ts';
import {
  assertFromThisMachine,
  authenticateFrameRequest,
  authenticateRequest,
  type Gatekeeper,
} from '../authenticate-request.ts';
import { assertNoForeignOrigin } from '../cross-site.ts';
import { badRequest } from '../envelope.ts';
import { assertPageSecret } from '../session-cookie.ts';
import { builtAssets, sendAsset } from './assets.ts';
import { MAIL_HEADERS, PAGE_HEADERS } from './headers.ts';
import { frameAddress, isTicketFor } from './mail-frame.ts';
import { movedPage, ownPageName } from './own-name.ts';

/** The page for people: its files, the link that signs in, and the HTML of mail for its frame. */

const PAGE = '/app/';
const INDEX = 'index.html';
const IMMUTABLE = 'public, max-age=31536000, immutable';

const linkBody = z.strictObject({ token: z.string().max(100) });
const messageParams = z.object({ id: z.uuid() });
const frameQuery = z.object({ ticket: z.string().max(1000) });
const forPeople = { ...read, who: 'session' } as const;

/** Adds the page to a server. The owner can turn it off at any time. */
export function addWebPage(app: FastifyInstance, gatekeeper: Gatekeeper): void {
  const { context, clients } = gatekeeper;
  const name = ownPageName(context.config.dashboardBase);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      if (!context.settings.get('web.enabled')) throw notFound();
      // To programs, the page's address doesn't exist.
      const accepts = request.headers.accept ?? '';
      if (request.routeOptions.url === '/' && !/\btext\/html\b/.test(accepts)) throw notFound();
      // Keys are for programs: no key gets a page, a session or mail in its frame.
      if (request.headers.authorization !== undefined) throw new ServiceError('SESSION_AUTH_REQUIRED');
    });
    scope.get('/', async (_request, reply) => reply.header('vary', 'accept').redirect(PAGE));
    scope.get('/app', async (_request, reply) => reply.redirect(PAGE));
    scope.get('/app/*', async (request, reply) => sendFile(request, reply, name));
    scope.post('/app/session', async (request, reply) => {
      assertFromThisMachine(request);
      assertNoForeignOrigin(clients, request);
      const body = linkBody.safeParse(request.body ?? {});
      if (!body.success) throw badRequest('the body must have a token');
      const client = clients.of(request);
      if (client.pageSecret === null) throw badRequest(`the header ${PAGE_SECRET_HEADER} is missing`);
      assertPageSecret(client);
      const session = await openSessionByLink(context, body.data.token, client);
      const cookie = sessionCookie(session.token, LIMITS.sessionSeconds, client);
      return reply.header('set-cookie', cookie).send({ expires_at: session.expiresAt });
    });
    scope.post('/app/mail/:id/frame', async (request) => {
      const principal = await authenticateRequest(gatekeeper, { ...forPeople, method: 'POST' }, request);
      const params = messageParams.safeParse(request.params);
      if (!principal?.sessionId || !params.success) throw notFound();
      return { url: frameAddress(context, { session: principal.sessionId, message: params.data.id }) };
    });
    scope.get('/app/mail/:id/html', async (request, reply) => {
      const html = await htmlOf(gatekeeper, request);
      return reply.headers(MAIL_HEADERS).type('text/html; charset=utf-8').send(html);
    });
  });
}

/** A file of the page. Other paths are views, which the page's script shows. */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  ownName: string | null,
): Promise<FastifyReply> {
  const assets = await builtAssets('web');
  const { '*': path = '' } = request.params as { '*'?: string };
  const isFile = path.startsWith('files/');
  const elsewhere = isFile ? null : movedPage(request.headers.host ?? '', ownName);
  if (elsewhere !== null) return reply.redirect(`${elsewhere}${request.url}`);
  const asset = assets.get(isFile ? path.slice('files/'.length) : INDEX);
  if (!asset) throw notFound();
  if (isFile) reply.header('cache-control', IMMUTABLE);
  return sendAsset(request, reply.headers(PAGE_HEADERS), asset);
}

/** Sanitized HTML of a message that the signed-in person may read, for a frame of the page only. */
async function htmlOf(gatekeeper: Gatekeeper, request: FastifyRequest): Promise<string> {
  const params = messageParams.safeParse(request.params);
  const { 'sec-fetch-dest': destination = 'iframe' } = request.headers;
  if (!params.success || destination !== 'iframe') throw notFound();
  const message = params.data.id;
  const ticket = frameQuery.safeParse(request.query).data?.ticket ?? '';
  const { context } = gatekeeper;
  const principal = await authenticateFrameRequest(gatekeeper, forPeople, request, (session) =>
    isTicketFor(context, { session, message }, ticket),
  );
  const query = { body_format: 'html' } as const;
  const { body } = await getMessage(context, principal, { id: message, query });
  if (body.format !== 'html' || body.content === null) throw notFound('The message has no HTML to show.');
  return body.content.startsWith('<!DOCTYPE') ? body.content : `<!DOCTYPE html>${body.content}`;
}
