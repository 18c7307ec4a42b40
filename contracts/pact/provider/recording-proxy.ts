/**
 * Stands between the verifier and the implementation: passes bytes on as they are and keeps them.
 * The verifier only ever knows stand-ins for credentials; they become the credentials on the way out, so that nothing the
 * verifier writes, to its arguments, its log or its report, can hold one. So does what is put in the place of an example.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Exchange } from '../../conformance/model/exchange.ts';
import { type HeaderLine, pairs } from '../../http/headers.ts';
import { INTERACTION_HEADER, REDIRECT_SUFFIX } from '../file/tagged-pact.ts';
import type { Recorded } from './check.ts';
import type { Placement } from './credentials-for.ts';
import {
  closing,
  type Destination,
  type LocalServer,
  listenLocally,
  readBody,
  sendOn,
} from './local-server.ts';
import { changedBytes, outgoing, recordedLine } from './on-the-wire.ts';
import type { StandIns } from './stand-ins.ts';

export interface ProxyOptions extends Destination {
  readonly standIns: StandIns;
  /** What goes in the place of the examples of an interaction. */
  placementsOf(pact: number, interaction: number): readonly Placement[];
  /** Of each request the header `x-plant-store-interaction: <pass>-<pact>-<index>`; without it nothing is passed on. */
  readonly pass: string;
}

export interface RecordingProxy extends LocalServer {
  /** In the order of the requests; grows while the verifier runs. */
  readonly recorded: readonly Recorded[];
}

export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const recorded: Recorded[] = [];
  const server = createServer((request, response) => {
    handle(options, request)
      .then((one) => {
        if (one !== undefined) recorded.push(one);
        reply(response, one?.exchange.outcome);
      })
      .catch(() => response.destroy());
  });
  return { recorded, port: await listenLocally(server), close: closing(server) };
}

async function handle(options: ProxyOptions, request: IncomingMessage): Promise<Recorded | undefined> {
  const tag = tagOf(request, options.pass);
  const requestBody = await readBody(request);
  if (tag === undefined) return undefined;
  const method = request.method ?? 'GET';
  const target = `${options.baseUrl.pathname.replace(/\/+$/, '')}${request.url ?? '/'}`;
  const headers = forwarded(pairs(request.rawHeaders), options.baseUrl, requestBody);
  const { standIns } = options;
  const placements = options.placementsOf(tag.pact, tag.interaction);
  const kept = recordedLine({ target, headers }, placements, standIns);
  const started = performance.now();
  const sent = outgoing({ method, target, headers, body: requestBody }, placements, standIns);
  const outcome = await sendOn(options, sent);
  const url = `${options.baseUrl.origin}${kept.target}`;
  return {
    ...tag,
    sent: { url: `${options.baseUrl.origin}${sent.path}`, body: sent.body },
    isAuthorised: placements.length > 0 || [target, ...headers.map(([, value]) => value)].some(standIns.isIn),
    exchange: {
      request: {
        method,
        url,
        headers: kept.headers,
        body: changedBytes(requestBody, standIns.unified),
        delivery: 'whole',
      },
      outcome,
      ms: performance.now() - started,
    },
  };
}

/** Nobody else on this machine gets to call the implementation with the token. */
function tagOf(request: IncomingMessage, pass: string): Pick<Recorded, 'pact' | 'interaction'> | undefined {
  const tag = request.headers[INTERACTION_HEADER];
  if (typeof tag !== 'string' || !tag.startsWith(`${pass}-`)) return undefined;
  const [pact, interaction] = tag
    .slice(pass.length + 1)
    .split('-')
    .map(Number);
  return pact === undefined || interaction === undefined ? undefined : { pact, interaction };
}

/** RFC 9110 7.6.1: these belong to one connection. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function forwarded(headers: readonly HeaderLine[], baseUrl: URL, body: Buffer): readonly HeaderLine[] {
  const dropped = new Set([...HOP_BY_HOP, 'host', INTERACTION_HEADER]);
  const kept = headers.filter(([name]) => !dropped.has(name.toLowerCase()));
  const chunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = chunked ? [['content-length', String(body.byteLength)] as const] : [];
  return [['host', baseUrl.host], ...kept, ...length];
}

function reply(response: ServerResponse, outcome: Exchange['outcome'] | undefined): void {
  if (outcome?.kind !== 'answer') {
    // The verifier needs some answer; what really happened is in the exchange and is what gets reported.
    response
      .writeHead(502, { 'content-type': 'text/plain' })
      .end(outcome?.failure.reason ?? 'not from this verifier');
    return;
  }
  const { status, headers, body } = outcome.answer;
  const kept = headers.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
  // The verifier would follow a redirect, wherever it leads, and judge what it finds there.
  const passed = kept.flatMap(([name, value]): HeaderLine[] => {
    if (name.toLowerCase() !== 'location') return [[name, value]];
    const renamed = [`${name}${REDIRECT_SUFFIX}`, value] as const;
    return status < 300 || status > 399 ? [[name, value], renamed] : [renamed];
  });
  // A date that the implementation does not give is none of its answer.
  response.sendDate = false;
  response.writeHead(status, passed.flat()).end(body);
}
