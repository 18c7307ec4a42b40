/** Removes secrets from recorded requests and results, and inserts them into requests that are sent. */
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

/** The request line for the record, without secrets. */
export function redactRequestLine(
  line: RequestLine,
  placements: readonly CredentialPlacement[],
  { recordedPlaceholder, unify }: SecretPlaceholders,
): RequestLine {
  const { target, headers } = applyPlacements(line, placements, (one) => placeholderValue(one, recordedPlaceholder));
  return { target: unify(target), headers: headers.map(([name, value]) => [name, unify(value)]) };
}

/** The request as sent, with real credentials. */
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

/** Escapes a secret for a JSON body; harmless in plain text if the secret is ASCII without quotes or backslashes. */
function escapeForJson(secret: string): string {
  const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(secret)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, escapeUnit);
}

/** Works for every encoding that is a superset of ASCII. */
export function replaceInBytes(bytes: Uint8Array, change: (text: string) => string): Buffer {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1');
}

function updateContentLength(headers: readonly HeaderLine[], body: Buffer): readonly HeaderLine[] {
  return headers.map(([name, value]) => [
    name,
    name.toLowerCase() === 'content-length' ? String(body.byteLength) : value,
  ]);
}

/** The interaction comes from the pact and contains no real secret; findings are created without secrets. */
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

/** Only KitErrors are masked: other errors are bugs, and their messages do not come from the other side. */
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
      outcome.kind === 'response'
        ? { kind: 'response', response: maskResponse(outcome.response, mask) }
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
