/**
 * A proxy between the verifier and the implementation that forwards bytes unchanged and records them. The verifier only
 * gets placeholders for credentials, so that its arguments, log and report cannot contain any. The proxy replaces
 * placeholders, and example credentials, with the real ones.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { addCookies, type HeaderLine, headerPairs, headerValues } from '../../http/headers.ts';
import type { CredentialRenewal } from '../../options/login.ts';
import { INTERACTION_HEADER, REDIRECT_SUFFIX } from '../file/tagged-pact.ts';
import type { CredentialPlacement } from './credential-placement.ts';
import {
  createClose,
  type ForwardTarget,
  forwardRequest,
  type LocalServer,
  listenOnLocalhost,
  readBody,
} from './local-server.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';
import { redactRequestLine, replaceInBytes, revealRequest } from './secret-substitution.ts';
import type { RecordedExchange } from './verification-options.ts';

export interface RecordingProxyOptions extends ForwardTarget {
  readonly placeholders: SecretPlaceholders;
  /** The credentials that replace the examples of an interaction. */
  placementsOf(pact: number, interaction: number): readonly CredentialPlacement[];
  /**
   * The prefix of the header `x-plant-store-interaction: <tag prefix>-<pact>-<index>`; requests without it are not
   * forwarded.
   */
  readonly tagPrefix: string;
  /** Renews credentials that were obtained at a login. */
  readonly renewal?: CredentialRenewal | undefined;
}

export interface RecordingProxy extends LocalServer {
  /** In the order of the requests; grows while the verifier runs. */
  readonly recorded: readonly RecordedExchange[];
}

export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const recorded: RecordedExchange[] = [];
  const server = createServer((request, response) => {
    handleRequest(options, request)
      .then((exchange) => {
        if (exchange !== undefined) recorded.push(exchange);
        writeResponse(response, exchange?.exchange.outcome);
      })
      .catch(() => response.destroy());
  });
  return { recorded, port: await listenOnLocalhost(server), close: createClose(server) };
}

async function handleRequest(
  options: RecordingProxyOptions,
  request: IncomingMessage,
): Promise<RecordedExchange | undefined> {
  const tag = parseTag(request, options.tagPrefix);
  const requestBody = await readBody(request);
  if (tag === undefined) return undefined;
  const method = request.method ?? 'GET';
  const target = `${options.baseUrl.pathname.replace(/\/+$/, '')}${request.url ?? '/'}`;
  const headers = forwardedHeaders(headerPairs(request.rawHeaders), options.baseUrl, requestBody);
  const { placeholders } = options;
  const reveal = () => {
    const placements = options.placementsOf(tag.pact, tag.interaction);
    const sent = revealRequest({ method, target, headers, body: requestBody }, placements, placeholders);
    return { placements, sent: { ...sent, headers: addCustomHeaders(sent.headers, options) } };
  };
  const { placements, sent, outcome, ms } = await forwardRenewing(options, reveal);
  const recordedRequest = redactRequestLine({ target, headers }, placements, placeholders);
  const url = `${options.baseUrl.origin}${recordedRequest.target}`;
  return {
    ...tag,
    sentRequest: { url: `${options.baseUrl.origin}${sent.path}`, body: sent.body },
    hasRealCredentials:
      placements.length > 0 || [target, ...headers.map(([, value]) => value)].some(placeholders.isContainedIn),
    exchange: {
      request: {
        method,
        url,
        headers: recordedRequest.headers,
        body: replaceInBytes(requestBody, placeholders.unify),
        delivery: 'whole',
      },
      outcome,
      ms,
    },
  };
}

/** Not recorded. A request keeps its own headers; cookies share one. */
function addCustomHeaders(
  headers: readonly HeaderLine[],
  { connection }: RecordingProxyOptions,
): readonly HeaderLine[] {
  const lines = (connection?.headers ?? []).map(({ name, value }): HeaderLine => [name, value]);
  const isCookie = ([name]: HeaderLine) => name.toLowerCase() === 'cookie';
  const cookies = lines.filter(isCookie).map(([, value]) => value);
  const others = lines.filter((line) => !isCookie(line) && headerValues(headers, line[0]).length === 0);
  return [...cookies.reduce(addCookies, headers), ...others];
}

interface RevealedRequest {
  readonly placements: readonly CredentialPlacement[];
  readonly sent: Parameters<typeof forwardRequest>[1];
}

interface ForwardedRequest extends RevealedRequest {
  readonly outcome: Exchange['outcome'];
  readonly ms: number;
}

/**
 * With credentials that are renewed before they expire, and once after a 401; interactions that expect one contain no
 * valid credentials.
 */
async function forwardRenewing(
  options: RecordingProxyOptions,
  reveal: () => RevealedRequest,
): Promise<ForwardedRequest> {
  const { renewal } = options;
  await renewal?.renewIfDue();
  const version = renewal?.version;
  const first = await forwardTimed(options, reveal());
  const isRejected = first.outcome.kind === 'response' && first.outcome.response.status === 401;
  if (renewal === undefined || version === undefined || !isRejected || first.placements.length === 0) return first;
  return (await renewal.renewRejected(version)) ? forwardTimed(options, reveal()) : first;
}

async function forwardTimed(options: RecordingProxyOptions, revealed: RevealedRequest): Promise<ForwardedRequest> {
  const started = performance.now();
  const outcome = await forwardRequest(options, revealed.sent);
  return { ...revealed, outcome, ms: performance.now() - started };
}

/** Prevents other local processes from calling the implementation with the credentials. */
function parseTag(
  request: IncomingMessage,
  tagPrefix: string,
): Pick<RecordedExchange, 'pact' | 'interaction'> | undefined {
  const tag = request.headers[INTERACTION_HEADER];
  if (typeof tag !== 'string' || !tag.startsWith(`${tagPrefix}-`)) return undefined;
  const [pact, interaction] = tag
    .slice(tagPrefix.length + 1)
    .split('-')
    .map(Number);
  return pact === undefined || interaction === undefined ? undefined : { pact, interaction };
}

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function forwardedHeaders(headers: readonly HeaderLine[], baseUrl: URL, body: Buffer): readonly HeaderLine[] {
  const dropped = new Set([...HOP_BY_HOP, 'host', INTERACTION_HEADER]);
  const keptHeaders = headers.filter(([name]) => !dropped.has(name.toLowerCase()));
  const isChunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = isChunked ? [['content-length', String(body.byteLength)] as const] : [];
  return [['host', baseUrl.host], ...keptHeaders, ...length];
}

function writeResponse(response: ServerResponse, outcome: Exchange['outcome'] | undefined): void {
  if (outcome?.kind !== 'response') {
    // The verifier needs a response; the recorded exchange holds the actual outcome, which is reported.
    response
      .writeHead(502, { 'content-type': 'text/plain' })
      .end(outcome?.failure.reason ?? 'the request is not from this verifier');
    return;
  }
  const { status, headers, body } = outcome.response;
  const keptHeaders = headers.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
  // The verifier would follow a redirect and check the response there.
  const responseHeaders = keptHeaders.flatMap(([name, value]): HeaderLine[] => {
    if (name.toLowerCase() !== 'location') return [[name, value]];
    const renamed = [`${name}${REDIRECT_SUFFIX}`, value] as const;
    return status < 300 || status > 399 ? [[name, value], renamed] : [renamed];
  });
  // The proxy must not add a Date header to the response.
  response.sendDate = false;
  response.writeHead(status, responseHeaders.flat()).end(body);
}
