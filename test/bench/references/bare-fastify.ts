import { fastify } from 'fastify';

/** Reference: the least that a fastify route can do. */
const app = fastify();
app.get('/v1/messages/:id', async () => ({ ok: true }));
app.post('/v1/messages', async () => ({ ok: true }));
/** Replies that wait for a post to the path below. */
let held: ((reply: unknown) => void)[] = [];
app.get('/v1/mailboxes/:id/messages/wait', () => new Promise((resolve) => held.push(resolve)));
app.post('/v1/mailboxes/:id/messages', async (request) => {
  const waiting = held;
  held = [];
  for (const resolve of waiting) resolve(request.body);
  return { ok: true };
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
if (address === null || typeof address === 'string') throw new Error('no address');
process.stdout.write(`${JSON.stringify({ ready: true, http: `http://127.0.0.1:${address.port}` })}\n`);
