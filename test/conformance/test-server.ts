/** What the small stores of these tests stand on. */
import type { IncomingMessage, Server } from 'node:http';

/** Ends what a test has started: `onTestFinished`; of the test's own context where tests run side by side. */
export type OnTestEnd = (end: () => void) => void;

/** The base URL of a server that listens from now on, until the test has ended. */
export async function startTestServer(server: Server, onEnd: OnTestEnd): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onEnd(() => void server.close().closeAllConnections());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}
