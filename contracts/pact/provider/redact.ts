/** Keeps a secret out of whatever is shown: the implementation may send it back, and the verifier prints answers. */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import type { Answer, Exchange } from '../../conformance/model/exchange.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { InteractionResult } from './interaction-result.ts';
import { changedBytes } from './on-the-wire.ts';

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
