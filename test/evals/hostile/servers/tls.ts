/** HTTPS that cannot be trusted, or is none. */
import { request as ask, createServer as createHttp } from 'node:http';
import { createSecureServer as createHttps } from 'node:http2';
import { createServer as createPlain, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';
import { createClose, listenOnLocalhost } from '../../../../contracts/pact/provider/local-server.ts';
import { startStore } from '../../zoo/server.ts';
import { rightStore } from '../../zoo/store.ts';
import { type Certificate, certificate, trusted } from '../certificates.ts';
import {
  type ExpectedVerdict,
  type HostileServer,
  type RunningHostileServer,
  startHostileServer,
} from '../hostile-server.ts';

const distrusted: ExpectedVerdict = {
  exitCode: 2,
  error: 'target-unreachable',
  reported: /no TLS connection/,
  why: 'no request, and so no credential, goes to somebody who cannot prove who he is',
};

export const tls: readonly HostileServer[] = [
  {
    name: 'offers-http-2',
    description: 'It is trusted and right, and would rather speak HTTP/2.',
    expected: {
      exitCode: 0,
      why: 'the verifier requests HTTP/1.1, which every server with HTTP/2 speaks too',
    },
    proxied: 'passed on',
    start: overHttp2,
  },
  {
    name: 'self-signed',
    description: 'Its certificate is its own.',
    expected: { ...distrusted, reported: /DEPTH_ZERO_SELF_SIGNED_CERT/ },
    proxied: 502,
    start: overTls(() => certificate()),
  },
  {
    name: 'expired',
    description: 'Its certificate is of a trusted authority, and ended yesterday.',
    expected: { ...distrusted, reported: /CERT_HAS_EXPIRED/ },
    proxied: 502,
    start: overTls(() => trusted({ from: -10, to: -1 })),
  },
  {
    name: 'not-yet-valid',
    description: 'Its certificate is of a trusted authority, and begins next week.',
    expected: { ...distrusted, reported: /CERT_NOT_YET_VALID/ },
    proxied: 502,
    start: overTls(() => trusted({ from: 7, to: 10 })),
  },
  {
    name: 'of-another-host',
    description: 'Its certificate is of a trusted authority, for another host.',
    expected: { ...distrusted, reported: /ERR_TLS_CERT_ALTNAME_INVALID/ },
    proxied: 502,
    start: overTls(() => trusted({ host: 'store.example' })),
  },
  {
    name: 'tls-1-0',
    description: 'It speaks TLS 1.0 and nothing newer.',
    expected: { ...distrusted, reported: /protocol version/i },
    proxied: 502,
    start: overTls(() => trusted(), {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    }),
  },
  {
    name: 'plain-http-on-https',
    description: 'It responds in plain HTTP where the URL is https.',
    expected: { ...distrusted, reported: /wrong version number/ },
    proxied: 502,
    start: async () => {
      const server = createHttp((_request, response) => response.end('{"name":"x"}'));
      const port = await listenOnLocalhost(server);
      return { url: `https://127.0.0.1:${port}`, close: createClose(server) };
    },
  },
  {
    name: 'https-on-http',
    description: 'It responds in TLS where the URL is http.',
    expected: {
      exitCode: 2,
      error: 'target-unreachable',
      why: 'not one word of HTTP comes from there',
    },
    proxied: 502,
    start: overTls(() => trusted(), {}, 'http'),
  },
  {
    name: 'closes-in-handshake',
    description: 'It closes the connection when the handshake begins.',
    expected: { ...distrusted, reported: /closed before|TLS/ },
    proxied: 502,
    start: onSocket((socket) => void socket.once('data', () => socket.destroy())),
  },
  {
    name: 'garbage-in-handshake',
    description: 'It returns the handshake with bytes that are none.',
    expected: distrusted,
    proxied: 502,
    start: onSocket((socket) => void socket.once('data', () => socket.write(Buffer.alloc(200, 0x16)))),
  },
  {
    name: 'silent-handshake',
    mode: 'hangs',
    description: 'It accepts the beginning of the handshake and sends nothing.',
    expected: { ...distrusted, reported: /no connection within/ },
    proxied: 504,
    start: onSocket(() => {}),
  },
];

/** A right store behind a front as most are: TLS ends there, and HTTP/2 is offered. */
async function overHttp2(token: string): Promise<RunningHostileServer> {
  const store = await startStore(rightStore, { token, port: 0 });
  const server = createHttps({ ...(await trusted()), allowHTTP1: true }, (request, response) => {
    const { method, headers, url = '' } = request;
    const passedOn = ask(`${store.url}${url}`, { method, headers, agent: false }, (received) => {
      response.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(response);
    });
    request.pipe(passedOn);
  });
  const { url, close } = await startHostileServer(server, 'https');
  return {
    url,
    close: async () => {
      await close();
      await store.close();
    },
  };
}

function overTls(make: () => Promise<Certificate>, options: TlsOptions = {}, scheme = 'https'): HostileServer['start'] {
  return async () => {
    const { cert, key } = await make();
    const body = '{"name":"x"}';
    const server = createServer({ cert, key, ...options }, (socket) => {
      socket.on('error', () => {});
      socket.on('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n${body}`);
      });
    });
    server.on('tlsClientError', () => {});
    return startHostileServer(server, scheme);
  };
}

function onSocket(meet: (socket: Socket) => void): HostileServer['start'] {
  return () => startHostileServer(createPlain(meet), 'https');
}
