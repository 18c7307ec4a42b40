/** Lets pages of this machine use the control API (Fetch standard, CORS); other pages get no say. */
import type { IncomingHttpHeaders } from 'node:http';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import { securityHeaders } from '../respond/security-headers.ts';
import type { Access } from './access.ts';
import { type ControlReply, problem } from './reply.ts';

const EXPOSED = 'Allow, Content-Length, Date, Retry-After, WWW-Authenticate';

/** What every response has; the documents of the console have a policy of their own. */
export function answerHeaders({ origin }: IncomingHttpHeaders, { isWelcome }: Access) {
  return {
    'Cache-Control': 'no-store',
    ...securityHeaders,
    'Cross-Origin-Resource-Policy': 'same-origin',
    Vary: 'Origin',
    ...(origin === undefined || !isWelcome(origin)
      ? {}
      : { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED }),
  };
}

/** Browsers ask without credentials; `undefined` for any other request. */
export function preflightReply(
  method: string,
  headers: IncomingHttpHeaders,
  { access, methods }: { readonly access: Access; readonly methods: readonly string[] },
): ControlReply | undefined {
  if (!isPreflight(method, headers)) return undefined;
  if (headers.origin !== undefined && access.isWelcome(headers.origin))
    return { status: 204, headers: preflightHeaders(headers, methods), body: '' };
  return problem(403, 'expected an Origin on this machine, got another one', {
    fix: 'Open the page from this machine; or start the store with --control-token and send that.',
  });
}
