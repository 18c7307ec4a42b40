/** Checks whether the contract declares the status that a consumer expects. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../spec/model/contract.ts';
import { isAccessDenied } from '../../conformance/model/exchange.ts';
import type { ComparedInteraction } from './compared-interaction.ts';
import { mayBeRejected } from './credentials.ts';
import { childOf, placeBelow } from './document-lookup.ts';
import type { RawFinding } from './findings.ts';
import { checkRequestBody } from './request-body.ts';

export function checkStatus(subject: ComparedInteraction): readonly RawFinding[] {
  const { operation, interaction, response, contract } = subject;
  const { status } = interaction.response;
  if (response !== undefined) return response.status === 'default' ? checkDefaultResponse(subject) : [];
  const isSilent = isUnspecified(subject);
  if (!isSilent && ruleAllowsDeclared(subject)) return [];
  const declared = operation.responses.map((one) => one.status).join(', ');
  return [
    {
      severity: isSilent ? 'unspecified' : 'error',
      code: 'response.status.unknown',
      part: 'status',
      received: String(status),
      expected: `${declared}${isSilent ? unspecifiedText(status) : ''}`,
      pointer: `${interaction.place.pointer}/response/status`,
      place: placeBelow(contract, operation.place, 'responses'),
    },
  ];
}

/** `default` declares every status, but next to a declared success it describes errors. */
function checkDefaultResponse({ operation, interaction, response }: ComparedInteraction): readonly RawFinding[] {
  const { status } = interaction.response;
  const successes = operation.responses.map((one) => one.status).filter((one) => one.startsWith('2'));
  if (status < 200 || status >= 300 || successes.length === 0 || response === undefined) return [];
  return [
    {
      severity: 'warning',
      code: 'response.status.default',
      part: 'status',
      received: String(status),
      expected: `${successes.join(', ')} for a success, and "default" for the rest`,
      pointer: `${interaction.place.pointer}/response/status`,
      place: response.place,
    },
  ];
}

/**
 * A contract need not declare how credentials are rejected, or statuses that HTTP itself defines for such a request.
 */
function isUnspecified(subject: ComparedInteraction): boolean {
  const { request, response } = subject.interaction;
  if (isAccessDenied(response.status)) return mayBeRejected(subject);
  if (response.status === 415)
    return checkRequestBody(subject).some(({ code }) => code.startsWith('request.content-type'));
  if (response.status === 406) return !acceptsJson(subject);
  return (statusesByRequestHeader.get(response.status) ?? []).some((name) => request.headers.has(name));
}

/** Statuses of conditional and range requests, by the header that causes them (RFC 9110, sections 13 and 14). */
const statusesByRequestHeader: ReadonlyMap<number, readonly string[]> = new Map([
  [206, ['range']],
  [304, ['if-none-match', 'if-modified-since']],
  [412, ['if-match', 'if-none-match', 'if-unmodified-since']],
  [416, ['range']],
]);

function unspecifiedText(status: number): string {
  return isAccessDenied(status)
    ? ', but not how credentials are rejected'
    : ', but not this status, which HTTP defines';
}

function acceptsJson({ interaction }: ComparedInteraction): boolean {
  const accept = interaction.request.headers.get('accept') ?? '*/*';
  return accept.split(',').some((range) => isJsonType(range) || /^\s*(?:\*|application)\/\*/.test(range));
}

/**
 * With a matching rule for the status (version 4), the number is only an example: it is enough if the rule allows a
 * declared status.
 */
function ruleAllowsDeclared({ raw, operation }: ComparedInteraction): boolean {
  const rules = isJsonObject(raw.response.matchingRules) ? raw.response.matchingRules.status : undefined;
  return operation.responses.some(({ status }) =>
    collectMatchers(rules).some((matcher) => matcherAllows(matcher, status)),
  );
}

function collectMatchers(rules: Json | undefined): readonly Json[] {
  if (!isJsonObject(rules)) return [];
  const matchers = childOf(rules, 'matchers');
  return isJsonArray(matchers) ? matchers : Object.values(rules).flatMap(collectMatchers);
}

const statusClasses: Readonly<Record<string, string>> = {
  info: '1',
  success: '2',
  redirect: '3',
  clientError: '4',
  serverError: '5',
  error: '45',
  nonError: '123',
};

function matcherAllows(matcher: Json, declared: string): boolean {
  const allowed = childOf(matcher, 'status');
  if (isJsonArray(allowed))
    return allowed.some((status) => String(status) === declared || isInRange(String(status), declared));
  return typeof allowed === 'string' && (statusClasses[allowed] ?? '').includes(declared.charAt(0));
}

function isInRange(status: string, declared: string): boolean {
  return declared.endsWith('XX') && declared.charAt(0) === status.charAt(0);
}
