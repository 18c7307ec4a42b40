/** Keeps a secret out of whatever is shown: the implementation may send it back, and the verifier prints answers. */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets.ts';
import type { Answer, Exchange, Failure, Headers } from './exchange.ts';
import type { InteractionResult } from './interaction-result.ts';

/** The interaction itself is the pact's and holds no secret of ours. */
export function redactResult(result: InteractionResult, redact: Mask): InteractionResult {
  return {
    ...result,
    mismatches: result.mismatches.map((mismatch) => redactTexts(mismatch, redact)),
    violations: result.violations.map((violation) => redactTexts(violation, redact)),
    exchange: result.exchange === undefined ? undefined : redactExchange(result.exchange, redact),
  };
}

/** Errors that are not the kit's pass as they are: they come from programming, not from the other side. */
export function redactError(error: unknown, redact: Mask): unknown {
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

function redactTexts<T extends Said>(said: T, redact: Mask): T {
  const { at, received, expected, message } = said;
  return {
    ...said,
    at: redact(at),
    received: redact(received),
    expected: redact(expected),
    message: redact(message),
  };
}

function redactExchange(exchange: Exchange, redact: Mask): Exchange {
  return {
    ...exchange,
    target: redact(exchange.target),
    requestHeaders: redactHeaders(exchange.requestHeaders, redact),
    requestBody: redactBytes(exchange.requestBody, redact),
    outcome: redactOutcome(exchange.outcome, redact),
  };
}

function redactOutcome(outcome: Answer | Failure, redact: Mask): Answer | Failure {
  if (outcome.kind !== 'answer') return { ...outcome, message: redact(outcome.message) };
  return {
    ...outcome,
    headers: redactHeaders(outcome.headers, redact),
    body: redactBytes(outcome.body, redact),
  };
}

function redactHeaders(headers: Headers, redact: Mask): Headers {
  return headers.map(([name, value]) => [redact(name), redact(value)] as const);
}

/** Bytes of any encoding that keeps ASCII as it is. */
function redactBytes(bytes: Buffer, redact: Mask): Buffer {
  const text = bytes.toString('latin1');
  const clean = redact(text);
  return clean === text ? bytes : Buffer.from(clean, 'latin1');
}
