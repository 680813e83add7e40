import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../platform/errors/service-error.ts';
import { builtAssets, sendAsset } from '../web/assets.ts';

/** The pages have no scripts, forms or pictures, and can't be framed. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Documents about the API, which anyone may read, as `/openapi.json`. */
export function addReference(app: FastifyInstance): void {
  let handbook: Promise<string> | undefined;
  app.get('/llms.txt', async (_request, reply) => {
    handbook ??= import('./handbook.ts').then(({ httpHandbook }) => httpHandbook());
    return reply.type('text/plain; charset=utf-8').send(await handbook);
  });
  app.get('/docs', async (request, reply) => sendPage('index.html', request, reply));
  app.get<{ Params: { name: string } }>('/docs/:name', async (request, reply) => {
    const { name } = request.params;
    return sendPage(name.includes('.') ? name : `${name}.html`, request, reply);
  });
}

async function sendPage(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asset = (await builtAssets('docs')).get(name);
  if (!asset) throw notFound();
  return sendAsset(request, reply.headers(HEADERS), asset);
}
