/** The server of the small implementations in these tests. */
import type { IncomingMessage, Server } from 'node:http';

/** Stops what a test started: `onTestFinished`, from the test context where tests run concurrently. */
export type OnTestEnd = (end: () => void) => void;

/** Returns the base URL of a server that listens until the test ends. */
export async function startTestServer(server: Server, onEnd: OnTestEnd): Promise<string> {
  keepOpen(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onEnd(() => void server.close().closeAllConnections());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** On a busy machine a client may be late by more than the usual five seconds: then its connection would be closed. */
function keepOpen(server: Server): void {
  server.keepAliveTimeout = 0;
  server.headersTimeout = 0;
  server.requestTimeout = 0;
}

/** Empty if the client, or Node's parser, breaks off the request: its handler then continues for nothing. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray().catch(() => []));
}
