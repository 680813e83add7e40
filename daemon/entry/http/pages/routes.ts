import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../../context.ts';
import type { BrowserPage, PageView } from './page.ts';
import { PAGE_HEADERS, renderPage } from './render.ts';

/** A form with one button, or the one-click body of RFC 8058. Its content is ignored. */
const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const BODY_LIMIT = 16_000;

/** Adds the routes of pages, the only ones that accept forms. */
export function addPages(app: FastifyInstance, context: Context, pages: readonly BrowserPage[]): void {
  app.register(async (scope) => {
    for (const type of FORM_TYPES) {
      scope.addContentTypeParser(
        type,
        { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
        (_request, _body, done) => done(null, null),
      );
    }
    for (const page of pages) {
      scope.get<{ Params: { token: string } }>(
        page.path,
        { exposeHeadRoute: false },
        async (request, reply) => sendPage(reply, await page.show(context, request.params.token)),
      );
      scope.post<{ Params: { token: string } }>(page.path, async (request, reply) =>
        sendPage(reply, await page.act(context, request.params.token)),
      );
    }
  });
}

function sendPage(reply: FastifyReply, view: PageView): FastifyReply {
  return reply
    .code(view.status)
    .headers(PAGE_HEADERS)
    .type('text/html; charset=utf-8')
    .send(renderPage(view));
}
