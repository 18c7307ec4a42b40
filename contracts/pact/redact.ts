/** Keeps a secret out of whatever is shown: the implementation may send it back, and the verifier prints answers. */
import { KitError } from '../../errors.ts';
import type { Answer, Exchange, Failure, Headers } from './exchange.ts';
import type { InteractionResult } from './interaction-result.ts';

export type Redact = (text: string) => string;

/** What stands in the place of the token. */
export const TOKEN_MARK = '$TOKEN';

/** Replaces the secrets as they are, as JSON escapes them and as URLs encode them. */
export function redacting(...secrets: readonly (string | undefined)[]): Redact {
  const patterns = secrets
    .filter((secret) => secret !== undefined)
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .toSorted((a, b) => b.length - a.length)
    .map(patternOf);
  return (text) => patterns.reduce((result, pattern) => result.replace(pattern, () => TOKEN_MARK), text);
}

const SHORT = 12;

/** A short token such as `dev` stands by chance within other words, which have to stay readable. */
function patternOf(secret: string): RegExp {
  const literal = secret.replace(/[^A-Za-z0-9]/g, '\\$&');
  return secret.length < SHORT
    ? new RegExp(`(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`, 'g')
    : new RegExp(literal, 'g');
}

/** The interaction itself is the pact's and holds no secret of ours. */
export function redactResult(result: InteractionResult, redact: Redact): InteractionResult {
  return {
    ...result,
    mismatches: result.mismatches.map((mismatch) => redactTexts(mismatch, redact)),
    violations: result.violations.map((violation) => redactTexts(violation, redact)),
    exchange: result.exchange === undefined ? undefined : redactExchange(result.exchange, redact),
  };
}

/** Errors that are not the kit's pass as they are: they come from programming, not from the other side. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof KitError)) return error;
  const { code, detail, fix, where } = error;
  return new KitError(code, redact(detail), { fix, ...(where === undefined ? {} : { where }) });
}

interface Said {
  readonly at: string;
  readonly received: string;
  readonly expected: string;
  readonly message: string;
}

function redactTexts<T extends Said>(said: T, redact: Redact): T {
  const { at, received, expected, message } = said;
  return {
    ...said,
    at: redact(at),
    received: redact(received),
    expected: redact(expected),
    message: redact(message),
  };
}

function redactExchange(exchange: Exchange, redact: Redact): Exchange {
  return {
    ...exchange,
    target: redact(exchange.target),
    requestHeaders: redactHeaders(exchange.requestHeaders, redact),
    requestBody: redactBytes(exchange.requestBody, redact),
    outcome: redactOutcome(exchange.outcome, redact),
  };
}

function redactOutcome(outcome: Answer | Failure, redact: Redact): Answer | Failure {
  if (outcome.kind !== 'answer') return { ...outcome, message: redact(outcome.message) };
  return {
    ...outcome,
    headers: redactHeaders(outcome.headers, redact),
    body: redactBytes(outcome.body, redact),
  };
}

function redactHeaders(headers: Headers, redact: Redact): Headers {
  return headers.map(([name, value]) => [name, redact(value)] as const);
}

/** Bytes of any encoding that keeps ASCII as it is. */
function redactBytes(bytes: Buffer, redact: Redact): Buffer {
  const text = bytes.toString('latin1');
  const clean = redact(text);
  return clean === text ? bytes : Buffer.from(clean, 'latin1');
}
