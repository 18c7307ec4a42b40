/**
 * A request of the verifier as it is kept, without any secret, and as it goes out, with the real credentials; what comes of
 * it with its secrets masked.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import type { Answer, Exchange } from '../../conformance/model/exchange.ts';
import type { HeaderLine } from '../../http/headers.ts';
import { type Placement, type RequestLine, shownValue, withPlacements } from './credentials-for.ts';
import type { InteractionResult } from './interaction-result.ts';
import type { Outgoing } from './local-server.ts';
import type { StandIns } from './stand-ins.ts';

/** As it is kept: without any secret. */
export function recordedLine(
  line: RequestLine,
  placements: readonly Placement[],
  { recorded, unified }: StandIns,
): RequestLine {
  const { target, headers } = withPlacements(line, placements, (one) => shownValue(one, recorded));
  return { target: unified(target), headers: headers.map(([name, value]) => [name, unified(value)]) };
}

/** As it goes on the wire. */
export function outgoing(
  { method, target, headers, body }: RequestLine & Pick<Outgoing, 'method' | 'body'>,
  placements: readonly Placement[],
  { revealed }: StandIns,
): Outgoing {
  const line = withPlacements(
    {
      target: revealed(target, encodeURIComponent),
      headers: headers.map(([name, value]) => [name, revealed(value)]),
    },
    placements,
  );
  const told = changedBytes(body, (text) => revealed(text, inJson));
  return { method, path: line.target, headers: withLength(line.headers, told), body: told };
}

/** A body that holds a credential is JSON, or plain and the credential ASCII. */
function inJson(secret: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, escaped);
}

/** Bytes of any encoding that keeps ASCII as it is. */
export function changedBytes(bytes: Uint8Array, change: (text: string) => string): Buffer {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function withLength(headers: readonly HeaderLine[], body: Buffer): readonly HeaderLine[] {
  return headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(body.byteLength) : value,
  ]);
}

/** The interaction itself is the pact's and holds no secret of ours; findings are made without any. */
export function maskedResult(result: InteractionResult, mask: Mask): InteractionResult {
  return {
    ...result,
    reason: result.reason === undefined ? undefined : mask(result.reason),
    mismatches: result.mismatches.map(({ part, ...said }) => ({ ...maskedTexts(said, mask), part })),
    breaches: result.breaches.map(({ check, violation }) => ({
      check,
      violation: {
        ...violation,
        expected: mask(violation.expected),
        received: mask(violation.received),
        key: mask(violation.key),
      },
    })),
    exchange: result.exchange === undefined ? undefined : maskedExchange(result.exchange, mask),
  };
}

/** Errors that are not the kit's pass as they are: they come from programming, not from the other side. */
export function maskedError(error: unknown, mask: Mask): unknown {
  if (!(error instanceof KitError)) return error;
  const { code, detail, fix, where } = error;
  return new KitError(code, mask(detail), { fix, ...(where === undefined ? {} : { where }) });
}

interface Said {
  readonly at: string;
  readonly received: string;
  readonly expected: string;
  readonly message: string;
}

function maskedTexts({ at, received, expected, message }: Said, mask: Mask): Said {
  return { at: mask(at), received: mask(received), expected: mask(expected), message: mask(message) };
}

function maskedExchange({ request, outcome, ms }: Exchange, mask: Mask): Exchange {
  const { url, headers, body } = request;
  return {
    ms,
    request: {
      ...request,
      url: mask(url),
      headers: maskedHeaders(headers, mask),
      body: body === undefined ? undefined : changedBytes(body, mask),
    },
    outcome:
      outcome.kind === 'answer'
        ? { kind: 'answer', answer: maskedAnswer(outcome.answer, mask) }
        : { kind: 'failure', failure: { ...outcome.failure, reason: mask(outcome.failure.reason) } },
  };
}

function maskedAnswer(answer: Answer, mask: Mask): Answer {
  return { ...answer, headers: maskedHeaders(answer.headers, mask), body: changedBytes(answer.body, mask) };
}

function maskedHeaders(headers: readonly HeaderLine[], mask: Mask): readonly HeaderLine[] {
  return headers.map(([name, value]) => [mask(name), mask(value)]);
}
