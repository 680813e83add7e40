import type { FastifyReply, FastifyRequest } from 'fastify';

/** A constant abort reason, so that no error with a stack is made for each request. */
const HUNG_UP = 'the client closed the connection';

/** Aborted when the connection closes. */
export function hungUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  // The socket is shared between requests; this isn't.
  reply.raw.once('close', () => isCutOff(reply) && gone.abort(HUNG_UP));
  return gone.signal;
}

/** Aborted as soon as the caller ends its side, for answers that wait. */
export function stoppedWaiting(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const abort = () => gone.abort(HUNG_UP);
  const { socket } = request.raw;
  socket.once('end', abort);
  reply.raw.once('close', () => {
    socket.off('end', abort);
    if (isCutOff(reply)) abort();
  });
  return gone.signal;
}

/** Also closes after the answer, when aborting costs more than a listener is worth. */
function isCutOff({ raw }: FastifyReply): boolean {
  return !raw.writableFinished;
}
