import { SMTPServer } from 'smtp-server';

/** Reference: the stock listener that accepts and discards everything. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData(stream, _session, callback) {
    stream.on('end', () => callback());
    stream.resume();
  },
});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  process.stdout.write(`${JSON.stringify({ ready: true, smtp: `127.0.0.1:${address.port}` })}\n`);
});
