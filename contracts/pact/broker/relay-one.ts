/** One request on its way through the relay: edited, asked, read, its links turned. */
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mask } from '../../../secrets/masking.ts';
import { type Json, parseJson, parseJsonBytes, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Answer, Exchange } from '../../conformance/model/exchange.ts';
import { type HeaderLine, headerOf } from '../../http/headers.ts';
import { type Destination, type Outgoing, sendOn } from '../provider/local-server.ts';
import { authorization, type BrokerAccess, maskOf } from './access.ts';
import { type Addresses, withStrings } from './addresses.ts';
import type { BrokerAnswer, BrokerFailure, BrokerRequest, Relayed } from './relayed.ts';

/** What a command changes on the way; a failure in its place is answered instead of the broker. */
export interface Edits {
  outgoing?(asked: BrokerRequest): BrokerRequest | BrokerFailure | Promise<BrokerRequest | BrokerFailure>;
  /** Of an answer with 2xx. The text as the client gets it, links not yet turned. */
  incoming?(
    asked: BrokerRequest,
    answer: BrokerAnswer,
  ): string | BrokerFailure | Promise<string | BrokerFailure>;
}

interface Passing {
  readonly access: BrokerAccess;
  readonly edits: Edits;
  readonly links: Addresses;
}

export interface Reply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

interface Passed {
  readonly record: Relayed;
  readonly reply: Reply;
}

export async function relayed(
  asked: BrokerRequest,
  headers: IncomingHttpHeaders,
  passing: Passing,
): Promise<Passed> {
  const { links, edits, access } = passing;
  const elsewhere = links.elsewhere(asked.path);
  if (elsewhere !== undefined) return stopped(asked, foreign(elsewhere, access), 0);
  const turned = { ...asked, body: Buffer.from(links.toBroker(asked.body.toString('utf8'))) };
  const edited = (await edits.outgoing?.(turned)) ?? turned;
  if ('because' in edited) return stopped(turned, edited, 0);
  const { outcome, tries } = await askBroker(targetOf(access), {
    method: edited.method,
    path: `${new URL(access.baseUrl).pathname.replace(/\/+$/, '')}${edited.path}`,
    headers: headersFor(headers, edited.body, access),
    body: edited.body,
  });
  const read = readOutcome(outcome, access);
  if (read.kind === 'failure') return stopped(edited, read, tries);
  const isEdited = read.status >= 200 && read.status < 300;
  const text = isEdited ? ((await edits.incoming?.(edited, read)) ?? read.text) : read.text;
  if (typeof text !== 'string') return stopped(edited, text, tries);
  return {
    record: { asked: edited, outcome: read, tries },
    reply: { ...read, text: read.json === undefined ? text : links.toRelay(text, edited.path) },
  };
}

/** A status that no client asks again for: the relay has done that already. */
const GIVEN_UP = 424;

function stopped(asked: BrokerRequest, failure: BrokerFailure, tries: number): Passed {
  const error: Json = { error: { message: failure.reason } };
  return {
    record: { asked, outcome: failure, tries },
    reply: { status: GIVEN_UP, contentType: 'application/hal+json', text: stringifyJson(error) },
  };
}

function foreign(link: string, { baseUrl }: BrokerAccess): BrokerFailure {
  return {
    kind: 'failure',
    because: 'unusable',
    reason: `the broker at ${baseUrl} links to ${withoutUser(link)}, which is not below its own address; no credentials are sent there`,
  };
}

/** The credentials within a link are somebody's. */
function withoutUser(link: string): string {
  return link.replace(/\/\/[^/?#]*@/, '//');
}

const REQUEST_LIMIT_MS = 30_000;

function targetOf({ baseUrl, timeoutMs = REQUEST_LIMIT_MS, ca }: BrokerAccess) {
  return { baseUrl: new URL(baseUrl), timeoutMs, ca };
}

/** What the client says of content, and nothing that it says of itself or of its connection to us. */
function headersFor(
  { accept = 'application/hal+json', 'content-type': contentType, 'user-agent': agent }: IncomingHttpHeaders,
  body: Buffer,
  { baseUrl, credentials }: BrokerAccess,
): readonly HeaderLine[] {
  const optional = {
    'content-type': contentType,
    'content-length':
      body.byteLength === 0 && contentType === undefined ? undefined : String(body.byteLength),
    'user-agent': agent,
    authorization: credentials === undefined ? undefined : authorization(credentials),
  };
  const given = Object.entries(optional).flatMap(([name, value]): HeaderLine[] =>
    value === undefined ? [] : [[name, value]],
  );
  return [['host', new URL(baseUrl).host], ['accept', accept], ['accept-encoding', 'identity'], ...given];
}

function readOutcome(outcome: Exchange['outcome'], access: BrokerAccess): BrokerAnswer | BrokerFailure {
  if (outcome.kind === 'failure')
    return {
      kind: 'failure',
      because: 'unreachable',
      reason: `${access.baseUrl}: ${maskOf(access)(outcome.failure.reason)}`,
    };
  const { status, headers } = outcome.answer;
  if (status >= 300 && status < 400) return redirected(outcome.answer, access);
  if (mayPass(status))
    return { kind: 'failure', because: 'failing', reason: `the broker keeps answering ${status}` };
  const read = readAnswer(outcome.answer, headerOf(headers, 'content-type') ?? 'application/octet-stream');
  return status < 400 || read.kind === 'failure' ? read : quotable(read, maskOf(access));
}

function redirected({ status, headers }: Answer, access: BrokerAccess): BrokerFailure {
  const to = maskOf(access)(headerOf(headers, 'location') ?? 'nowhere');
  const reason = `the broker answers ${status} and sends the client on to ${to}, where no credentials are taken`;
  return { kind: 'failure', because: 'unusable', reason };
}

/** Why a broker refuses is shown, and it may repeat what it was sent. */
function quotable(refused: BrokerAnswer, mask: Mask): BrokerAnswer {
  const { text, json } = refused;
  if (json === undefined) return { ...refused, text: mask(text) };
  const shown = withStrings(text, ({ value }) => mask(value));
  const parsed = parseJson(shown);
  return { ...refused, text: shown, json: parsed.ok ? parsed.value : undefined };
}

function readAnswer({ status, body }: Answer, contentType: string): BrokerAnswer | BrokerFailure {
  const text = Buffer.from(body).toString('utf8');
  if (!/^application\/([\w.-]+\+)?json\b/i.test(contentType) || text === '')
    return { kind: 'answer', status, contentType, text, json: undefined };
  const parsed = parseJsonBytes(body);
  if (parsed.ok) return { kind: 'answer', status, contentType, text, json: parsed.value };
  if (status >= 400) return { kind: 'answer', status, contentType: 'text/plain', text, json: undefined };
  const reason = `the broker answers ${status} with broken JSON (${parsed.reason})`;
  return { kind: 'failure', because: 'unusable', reason };
}

interface Tried {
  readonly outcome: Exchange['outcome'];
  readonly tries: number;
}

const MAX_TRIES = 3;

/** Milliseconds from the first try within which another one may begin. */
const PATIENCE_MS = 10_000;

const FIRST_PAUSE_MS = 500;

/**
 * Asks the broker, again when it stumbles, never for long: the native client would go on for two minutes. The last outcome
 * counts. Everything that is asked of a broker may be asked twice: it keeps what it has.
 */
async function askBroker(target: Destination, outgoing: Outgoing): Promise<Tried> {
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendOn(target, outgoing);
    const wait = pauseAfter(outcome, tries);
    const spent = performance.now() - started;
    if (wait === undefined || tries === MAX_TRIES || spent + wait > PATIENCE_MS) return { outcome, tries };
    await pause(wait);
  }
}

/** Undefined where asking again is of no use. */
function pauseAfter(outcome: Exchange['outcome'], tries: number): number | undefined {
  const usual = FIRST_PAUSE_MS * 2 ** (tries - 1);
  if (outcome.kind === 'failure') return usual;
  return mayPass(outcome.answer.status) ? (retryAfter(outcome.answer) ?? usual) : undefined;
}

/** RFC 9110 and 6585: of these another try may end differently. */
function mayPass(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** RFC 9110 10.2.3: seconds, or a date. In milliseconds. */
function retryAfter({ headers }: Answer): number | undefined {
  const given = headerOf(headers, 'retry-after')?.trim();
  if (given === undefined) return undefined;
  if (/^\d+$/.test(given)) return Number(given) * 1_000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
