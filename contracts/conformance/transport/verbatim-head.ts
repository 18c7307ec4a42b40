/**
 * Requests whose header section no HTTP library writes: with lengths that contradict each other, or with control
 * characters. undici writes the request without these lines, and its header section is replaced on the way to the socket.
 */
import { Client } from 'undici';
import type { SentRequest } from '../model/exchange.ts';
import { createConnector } from './connector.ts';
import { createStartedRequests, type StartedRequests } from './record-response.ts';
import type { Route } from './route.ts';

/** A connection for this request alone. */
export interface VerbatimConnection {
  readonly dispatcher: Client;
  readonly started: StartedRequests;
}

export function openVerbatimConnection(request: SentRequest, connectMs: number, route: Route): VerbatimConnection {
  const started = createStartedRequests();
  const observer = { onRequest: started.assign, replaceHead: (head: string) => verbatimHead(head, request) };
  const dispatcher = new Client(route.origin, {
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: createConnector(connectMs, observer, route),
  });
  return { dispatcher, started };
}

/** undici's own lines, except for those about the length, and then the lines of the request as they are. */
function verbatimHead(head: string, { headers, body }: SentRequest): string {
  const [requestLine = '', ...lines] = head.split('\r\n').filter((line) => line !== '');
  const kept = lines.filter((line) => !isLengthLine(line));
  const given = headers.map(([name, value]) => `${name}: ${value}`);
  const length = given.some(isLengthLine) || body === undefined ? [] : [`Content-Length: ${body.byteLength}`];
  return `${[requestLine, ...kept, ...given, ...length].join('\r\n')}\r\n\r\n`;
}

function isLengthLine(line: string): boolean {
  return /^(?:content-length|transfer-encoding)\s*:/i.test(line);
}
