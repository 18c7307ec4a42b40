/** Builds the journal entry and the log text of an exchange, with all secrets masked. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Mask } from '../../secrets/masking.ts';
import type { ContractViolation } from '../http/http-error.ts';
import type { JournalBody, JournalViolation, LazyEntry, NewEntry } from '../model/journal-entry.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { HandledRequest } from '../request/handled-request.ts';
import type { MockResponse } from '../respond/error-response.ts';
import { type BodyExcerpt, bodyExcerpt, maxShownLength, toJournalBody } from './body-excerpt.ts';
import type { Redactor } from './redactor.ts';
import { maskExchange, maskTargetSecrets } from './secrets/mask-exchange.ts';
import {
  findSecretFields,
  type RedactedViolation,
  redactViolation,
  type SecretFields,
} from './secrets/secret-fields.ts';

export interface CompletedExchange {
  /** When the request arrived, in milliseconds since 1970. */
  readonly started: number;
  readonly milliseconds: number;
  readonly method: string;
  /** As received, including the prefix. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly handledRequest: HandledRequest;
  readonly ending: ExchangeEnding;
  /** Set if the mock sent the request. */
  readonly outgoing?: Pick<OutgoingRequest, 'kind' | 'name'>;
}

export type ExchangeEnding =
  /** Includes the headers that every response has. */
  | { readonly kind: 'sent'; readonly response: MockResponse }
  /** A rule or the request requested a connection fault without a response. */
  | { readonly kind: 'broken' }
  | { readonly kind: 'aborted'; readonly reason: string };

/** The response; undefined if none was sent. */
export function sentResponse({ ending }: CompletedExchange): MockResponse | undefined {
  return ending.kind === 'sent' ? ending.response : undefined;
}

/** Why the exchange did not get the regular success response. */
export function exchangeReason({ ending, handledRequest }: CompletedExchange): string | undefined {
  return ending.kind === 'aborted' ? ending.reason : handledRequest.response.reason;
}

/** What the log and the journal need of an exchange: keeps no socket and no large body in memory. */
export type EntryParts = ReturnType<typeof entryParts>;

/**
 * For the log: masks the credentials and secret fields of this request, which its target and messages may repeat. The
 * body is only searched if there is a message.
 */
export function exchangeRedactor(parts: EntryParts, redactor: Redactor): LogRedactor {
  const fields = findSecretFields(parts.operation);
  let known: Mask | undefined;
  const mask = (text: string) => {
    known ??= maskExchange({ ...parts, responseBody: undefined }, fields).mask;
    return known(text);
  };
  return {
    target: (text) => {
      if (isDeclaredTarget(text, parts)) return redactor.target(text);
      return redactor.withRequest(parts).target(maskTargetSecrets(text, fields).masked);
    },
    text: (text) => redactor.withRequest(parts).text(mask(text)),
  };
}

/** Masks what the log shows of one exchange. */
export type LogRedactor = Pick<Redactor, 'target' | 'text'>;

/** The contract has the whole text: nothing in it is from the request. */
function isDeclaredTarget(target: string, { operation, mount }: EntryParts): boolean {
  if (operation === undefined || operation.path.includes('{')) return false;
  return target === (mount === '' ? operation.path : mount + operation.path);
}

export function lazyEntry(parts: EntryParts, redactor: Redactor): LazyEntry {
  const { requestBody, responseBody } = parts;
  return {
    maxTextLength: maxShownLength(requestBody, redactor.maxGrowth) + maxShownLength(responseBody, redactor.maxGrowth),
    create: () => createEntry(parts, redactor),
  };
}

function requestBodyExcerpt({ handledRequest: { body } }: CompletedExchange, margin: number): BodyExcerpt | undefined {
  return body === undefined ? undefined : bodyExcerpt(body, margin);
}

export function entryParts(exchange: CompletedExchange, { margin }: Redactor) {
  const { handledRequest, started, milliseconds, method, target, headers, outgoing } = exchange;
  const sent = sentResponse(exchange);
  const violations = redactViolations(handledRequest);
  return {
    started,
    milliseconds,
    method,
    target,
    headers,
    kind: outgoing?.kind ?? ('request' as const),
    name: outgoing?.name ?? handledRequest.operation?.id ?? null,
    mount: handledRequest.mount,
    operation: handledRequest.operation,
    status: sent?.status,
    sentHeaders: sent?.headers,
    valid: handledRequest.violations.length === 0,
    violations,
    quotedSecrets: violations.length === 0 ? noSecrets : violations.flatMap(({ secret }) => secret ?? []),
    why: exchangeReason(exchange),
    rule: handledRequest.ruleId ?? null,
    fault: handledRequest.connectionFault ?? null,
    mask: handledRequest.mask,
    requestBody: requestBodyExcerpt(exchange, margin),
    responseBody: sent === undefined ? undefined : bodyExcerpt(responseBodyContent(sent), margin),
  };
}

function createEntry(parts: EntryParts, redactor: Redactor): NewEntry {
  const masked = maskExchange(parts, findSecretFields(parts.operation));
  const { target, headers, mask = (text: string) => text } = parts;
  const redact = redactor.withRequest({ target, headers, mask: (text) => masked.mask(mask(text)) });
  const { kind, name, milliseconds, mount, method, status, why, rule, fault } = parts;
  return {
    kind,
    time: new Date(parts.started).toISOString(),
    milliseconds,
    mount,
    operation: name,
    request: {
      method,
      target: redact.target(masked.target),
      headers: redact.headers(masked.headers),
      body: journalBody(masked.requestBody, redact),
    },
    response:
      status === undefined
        ? null
        : {
            status,
            headers: redact.headers(masked.sentHeaders ?? {}),
            body: journalBody(masked.responseBody, redact),
          },
    valid: parts.valid,
    violations: parts.violations.map(({ secret: _secret, ...one }) => ({
      ...one,
      message: redact.text(one.message),
    })),
    why: why === undefined ? null : redact.text(why),
    rule,
    fault,
  };
}

/** For a forwarded response, the part that was read. */
function responseBodyContent(response: MockResponse): Uint8Array | string {
  return response.upstream === undefined ? response.body : (response.upstream.content ?? '');
}

function journalBody(excerpt: BodyExcerpt | undefined, redact: Redactor): JournalBody | null {
  return excerpt === undefined ? null : toJournalBody(excerpt, redact);
}

interface RedactedEntryViolation extends JournalViolation, RedactedViolation {}

const noViolations: readonly RedactedEntryViolation[] = [];
const noSecrets: readonly string[] = [];

/** Omits the path of a violation: a property name in it can be as long as a body. */
function redactViolations({
  violations,
  responseViolations,
  operation,
}: HandledRequest): readonly RedactedEntryViolation[] {
  if (violations.length === 0 && responseViolations.length === 0) return noViolations;
  const fields = findSecretFields(operation);
  return [
    ...violations.map((one) => redactEntryViolation('request', one, fields)),
    ...responseViolations.map((one) => redactEntryViolation('response', one, fields)),
  ];
}

function redactEntryViolation(
  side: JournalViolation['side'],
  violation: ContractViolation,
  fields: SecretFields,
): RedactedEntryViolation {
  const { code, rule } = violation;
  return { side, code, rule, ...redactViolation(violation, fields) };
}
