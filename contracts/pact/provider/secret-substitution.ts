/**
 * A request of the verifier as it is kept, without any secret, and as it goes out, with the real credentials; what comes of
 * it with its secrets masked.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import type { Exchange, ReceivedResponse } from '../../conformance/model/exchange.ts';
import type { HeaderLine } from '../../http/headers.ts';
import {
  applyPlacements,
  type CredentialPlacement,
  placeholderValue,
  type RequestLine,
} from './credential-placement.ts';
import type { InteractionResult } from './interaction-result.ts';
import type { ForwardedRequest } from './local-server.ts';
import type { SecretPlaceholders } from './secret-placeholders.ts';

/** As it is kept: without any secret. */
export function redactRequestLine(
  line: RequestLine,
  placements: readonly CredentialPlacement[],
  { recordedPlaceholder, unify }: SecretPlaceholders,
): RequestLine {
  const { target, headers } = applyPlacements(line, placements, (one) => placeholderValue(one, recordedPlaceholder));
  return { target: unify(target), headers: headers.map(([name, value]) => [name, unify(value)]) };
}

/** As it goes on the wire. */
export function revealRequest(
  { method, target, headers, body }: RequestLine & Pick<ForwardedRequest, 'method' | 'body'>,
  placements: readonly CredentialPlacement[],
  { reveal }: SecretPlaceholders,
): ForwardedRequest {
  const line = applyPlacements(
    {
      target: reveal(target, encodeURIComponent),
      headers: headers.map(([name, value]) => [name, reveal(value)]),
    },
    placements,
  );
  const sentBody = replaceInBytes(body, (text) => reveal(text, escapeForJson));
  return { method, path: line.target, headers: updateContentLength(line.headers, sentBody), body: sentBody };
}

/** A body that holds a credential is JSON, or plain and the credential ASCII. */
function escapeForJson(secret: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, escapeUnit);
}

/** Bytes of any encoding that keeps ASCII as it is. */
export function replaceInBytes(bytes: Uint8Array, change: (text: string) => string): Buffer {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function updateContentLength(headers: readonly HeaderLine[], body: Buffer): readonly HeaderLine[] {
  return headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(body.byteLength) : value,
  ]);
}

/** The interaction itself is the pact's and holds no secret of ours; findings are made without any. */
export function maskResult(result: InteractionResult, mask: Mask): InteractionResult {
  return {
    ...result,
    reason: result.reason === undefined ? undefined : mask(result.reason),
    mismatches: result.mismatches.map(({ part, ...mismatch }) => ({ ...maskTexts(mismatch, mask), part })),
    violations: result.violations.map(({ check, violation }) => ({
      check,
      violation: {
        ...violation,
        expected: mask(violation.expected),
        received: mask(violation.received),
        key: mask(violation.key),
      },
    })),
    exchange: result.exchange === undefined ? undefined : maskExchange(result.exchange, mask),
  };
}

/** Errors that are not the kit's pass as they are: they come from programming, not from the other side. */
export function maskError(error: unknown, mask: Mask): unknown {
  if (!(error instanceof KitError)) return error;
  const { code, detail, fix, where } = error;
  return new KitError(code, mask(detail), { fix, ...(where === undefined ? {} : { where }) });
}

interface MismatchText {
  readonly label: string;
  readonly received: string;
  readonly expected: string;
  readonly message: string;
}

function maskTexts({ label, received, expected, message }: MismatchText, mask: Mask): MismatchText {
  return { label: mask(label), received: mask(received), expected: mask(expected), message: mask(message) };
}

function maskExchange({ request, outcome, ms }: Exchange, mask: Mask): Exchange {
  const { url, headers, body } = request;
  return {
    ms,
    request: {
      ...request,
      url: mask(url),
      headers: maskHeaders(headers, mask),
      body: body === undefined ? undefined : replaceInBytes(body, mask),
    },
    outcome:
      outcome.kind === 'answer'
        ? { kind: 'answer', response: maskResponse(outcome.response, mask) }
        : { kind: 'failure', failure: { ...outcome.failure, reason: mask(outcome.failure.reason) } },
  };
}

function maskResponse(response: ReceivedResponse, mask: Mask): ReceivedResponse {
  return {
    ...response,
    headers: maskHeaders(response.headers, mask),
    body: replaceInBytes(response.body, mask),
  };
}

function maskHeaders(headers: readonly HeaderLine[], mask: Mask): readonly HeaderLine[] {
  return headers.map(([name, value]) => [mask(name), mask(value)]);
}
