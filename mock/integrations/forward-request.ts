/** Forwards the requests below a prefix of a development server to a mock server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { endToEndHeaders, type RawHeaders } from '../http/http-message.ts';
import { isControlTarget } from '../http/request-target.ts';

// As in http-message.ts: an `import` of `node:http` is slow.
const http = process.getBuiltinModule('node:http');

/** The target for the mock server, such as `/orders?page=2`; undefined if the request is not below the prefix. */
export function mockTarget(url: string, prefix: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest !== '' && !/^[/?]/.test(rest)) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A path of the mock server as the browser reaches it; other addresses stay. */
export function prefixedLocation(location: string, mockUrl: string, prefix: string): string {
  const path = location.startsWith(`${mockUrl}/`) ? location.slice(mockUrl.length) : location;
  return /^\/(?!\/)/.test(path) ? `${prefix}${path}` : location;
}

/**
 * A broken connection to the mock server breaks the one to the client, so that connection faults have their effect. The
 * control API is not reachable: the development server may be open to other machines.
 */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url, target, prefix }: { readonly url: string; readonly target: string; readonly prefix: string },
): void {
  if (isControlTarget(target)) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end(`Open the control API at ${url}/__store/.\n`);
    return;
  }
  const { hostname, port, host } = new URL(url);
  const { method = 'GET' } = request;
  const headers = ['Host', host, ...forwardedHeaders(request)];
  const upstream = http.request({ hostname, port, method, path: target, headers, agent: false });
  upstream.on('response', (received) => {
    const { statusCode = 502, statusMessage, rawHeaders } = received;
    response.writeHead(statusCode, statusMessage, [...receivedHeaders(rawHeaders, url, prefix)]);
    // Without it, the headers of a stream would wait for its first bytes.
    response.flushHeaders();
    pipeline(received, response, () => undefined);
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** A page of the development server itself calls its own origin, which is then none for the mock server either. */
function forwardedHeaders({ rawHeaders, headers, method = '' }: IncomingMessage): RawHeaders {
  const isOwnPage = headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host;
  const kept = endToEndHeaders(rawHeaders, ['host', 'expect', ...(isOwnPage ? ['origin'] : [])]);
  if (headers['transfer-encoding'] !== undefined) return [...kept, 'Transfer-Encoding', 'chunked'];
  const hasLength = headers['content-length'] !== undefined;
  // Node would send an empty body in chunks.
  return hasLength || ['GET', 'HEAD'].includes(method) ? kept : [...kept, 'Content-Length', '0'];
}

function receivedHeaders(raw: RawHeaders, url: string, prefix: string): RawHeaders {
  const kept = endToEndHeaders(raw);
  return kept.map((text, index) =>
    index % 2 === 1 && kept[index - 1]?.toLowerCase() === 'location' ? prefixedLocation(text, url, prefix) : text,
  );
}
