import type { FastifyInstance } from 'fastify';

/** Documents about the API, which anyone may read, as `/openapi.json`. */
export function addReference(app: FastifyInstance): void {
  let handbook: Promise<string> | undefined;
  app.get('/llms.txt', async (_request, reply) => {
    handbook ??= import('./handbook.ts').then(({ httpHandbook }) => httpHandbook());
    return reply.type('text/plain; charset=utf-8').send(await handbook);
  });
}
