/** Requests to a file service, and their responses in a form that two services can be compared by. */
import { connect } from 'node:net';
import { northCookie, northKey, southCookie, southKey } from '../../evals/zoo/files/authentication.ts';

type Credential = 'key' | 'cookie' | 'both' | 'none' | 'other-key' | 'other-cookie';

export interface Call {
  readonly as?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

const keys: Partial<Record<Credential, string>> = { key: northKey, both: northKey, 'other-key': southKey };
const cookies: Partial<Record<Credential, string>> = {
  cookie: northCookie,
  both: northCookie,
  'other-cookie': southCookie,
};

export function call(url: string, method: string, path: string, { as = 'key', headers = {}, body }: Call = {}) {
  const [key, cookie] = [keys[as], cookies[as]];
  const address = key === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}vault_key=${key}`;
  return fetch(`${url}${address}`, {
    method,
    headers: { ...(cookie === undefined ? {} : { cookie: `a=1; vault_session=${cookie}` }), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
}

/** What comes back on a connection within a tenth of a second. */
export function rawCall(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.write(text);
    setTimeout(() => {
      socket.destroy();
      resolve(received.replace(/^(date|connection|keep-alive):.*\r\n/gim, ''));
    }, 100);
  });
}

/** Replaces what differs between two runs by the order in which it appears. */
export function createNormalizer(): (text: string) => string {
  const names = new Map<string, string>();
  const named = (kind: string) => (found: string) => {
    const known = names.get(found) ?? `${kind}${names.size}`;
    names.set(found, known);
    return known;
  };
  return (text) =>
    text
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)?/g, relativeTime)
      .replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, named('uuid'))
      .replaceAll(/(?<=\/links\/|"token":")[\w-]{22}/g, named('token'))
      .replaceAll(/(?<=etag[:=] ?"?(W\/)?")[^"]+/gi, named('tag'));
}

function relativeTime(text: string, zone: string | undefined): string {
  const seconds = (Date.parse(zone === undefined ? `${text}Z` : text) - Date.now()) / 1_000;
  return `now+${Math.round(seconds / 20) * 20}s${zone === undefined ? ' without zone' : ''}`;
}

const shownHeaders = [
  'content-type',
  'content-range',
  'etag',
  'location',
  'allow',
  'www-authenticate',
  'x-total-count',
  'retry-after',
  'cache-control',
  'content-encoding',
  'content-length',
];

/** Status, headers and the bytes of the body. */
export async function transcriptOf(response: Promise<Response>): Promise<string> {
  try {
    const { status, headers, ...rest } = await response.then(async (one) => ({
      status: one.status,
      headers: one.headers,
      body: Buffer.from(await one.arrayBuffer()),
    }));
    const lines = shownHeaders.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
    return [status, ...lines, rest.body.toString('latin1')].join('\n');
  } catch (error) {
    return `no response: ${error instanceof Error ? error.message : error}`;
  }
}
