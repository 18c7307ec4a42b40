/** Connections through a proxy: a tunnel for https (RFC 9110, section 9.3.6), the whole URL as the target for http. */
import type { Agent } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { redactedUrl } from '../../http/http-client.ts';
import type { ProxyServer } from '../../options/proxy-settings.ts';
import { proxyError } from './transport-failure.ts';

// An `import` would also load Node's WebSocket client, which takes as long as starting Node itself.
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule('node:http');

type Callback = (...result: [error: null, socket: Socket] | [error: Error, socket: null]) => void;

/** Opens a connection to `host` (with its port) through the proxy. */
export function openTunnel(proxy: ProxyServer, host: string, callback: Callback): void {
  const { url, authorization } = proxy;
  const name = `the proxy ${redactedUrl(url)}`;
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { Host: host, ...(authorization !== undefined && { 'Proxy-Authorization': authorization }) };
  const request = open(url, { method: 'CONNECT', path: host, headers, agent: false });
  request.once('connect', ({ statusCode = 0 }, socket: Socket) => {
    if (statusCode >= 200 && statusCode < 300) return callback(null, socket);
    socket.destroy();
    callback(proxyError(`${name} responds with ${statusCode} to CONNECT ${host}`), null);
  });
  // A response to CONNECT without a tunnel, which Node reports like any other.
  request.once('response', ({ statusCode }) => {
    request.destroy();
    callback(proxyError(`${name} responds with ${statusCode} to CONNECT ${host}`), null);
  });
  request.once('error', ({ message }) => callback(proxyError(`${name}: ${message}`), null));
  request.end();
}

/** The authority of an https URL, with its port. */
export function tunnelHost({ hostname, port }: { readonly hostname: string; readonly port?: string | null }): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port || '443'}`;
}

/** What an http request through a proxy has instead of its path and Host. */
export function throughProxy(url: string, { authorization }: ProxyServer) {
  return { path: url, headers: ['Host', new URL(url).host, ...authorizationHeader(authorization)] };
}

/** Names and values that an http request of Node's own client needs, which adds none to headers in a list. */
export function proxyHeaders(proxy: ProxyServer | undefined, isSecure: boolean): readonly string[] {
  return isSecure ? [] : authorizationHeader(proxy?.authorization);
}

function authorizationHeader(authorization: string | undefined): readonly string[] {
  return authorization === undefined ? [] : ['Proxy-Authorization', authorization];
}

/** For requests of Node's own client, one connection each; false for no proxy. */
export function createProxyAgent(proxy: ProxyServer | undefined, isSecure: boolean): Agent | false {
  if (proxy === undefined) return false;
  const { url, authorization = '' } = proxy;
  const user = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString('utf8');
  const [name = '', ...password] = user.split(':');
  const address = Object.assign(new URL(url), {
    username: encodeURIComponent(name),
    password: encodeURIComponent(password.join(':')),
  }).href;
  const proxyEnv = isSecure ? { HTTPS_PROXY: address } : { HTTP_PROXY: address };
  return isSecure ? new HttpsAgent({ keepAlive: false, proxyEnv }) : new HttpAgent({ keepAlive: false, proxyEnv });
}
