/** Sockets in: limits, timeouts, and an answer to what is no request. What is one goes to exchange.ts. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from '../http/node-http.ts';
import { Refusal } from '../http/refusals.ts';
import { refusalReply } from '../respond/replies.ts';
import { withSecurityHeaders } from '../respond/security-headers.ts';
import { createClientErrors } from './client-error.ts';
import { exchange } from './exchange.ts';
import { send } from './send.ts';
import type { Front } from './settings.ts';
import { unknownMethod } from './unreadable.ts';

/** Not yet listening. */
export function createFront(front: Front): Server {
  const { headerBytes, headersTimeout, requestTimeout, connections } = front.limits;
  const options = {
    maxHeaderSize: headerBytes,
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval: Math.min(1_000, headersTimeout, requestTimeout),
    // Refused as other faults are.
    requireHostHeader: false,
  };
  const server =
    front.tls === undefined
      ? createServer(options)
      : createTlsServer({ ...options, ...front.tls, handshakeTimeout: headersTimeout });
  server.maxConnections = connections;
  const clientErrors = createClientErrors();
  const answering = (request: IncomingMessage, response: ServerResponse) => {
    clientErrors.watch(request, response);
    void exchange(front, request, response);
  };
  server.on('request', answering);
  server.on('checkContinue', answering);
  server.on('checkExpectation', (request, response) => {
    clientErrors.watch(request, response);
    void refuseExpectation(request, response);
  });
  server.on('connect', (_request, socket) => {
    socket.on('error', ignore);
    clientErrors.refuse(unknownMethod(), socket);
  });
  server.on('clientError', clientErrors.answer);
  server.on('tlsClientError', ignore);
  return server;
}

async function refuseExpectation(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = 'header.Expect: expected 100-continue, got another expectation';
  const reply = refusalReply(new Refusal('expectation', message), undefined);
  try {
    await send(request, response, withSecurityHeaders(reply, undefined));
  } catch {
    response.destroy();
  }
}

function ignore(): void {}
