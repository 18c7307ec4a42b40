/** Whether the contract declares the status that a consumer expects. */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { isJsonType } from '../../../spec/model/contract.ts';
import { isRefusal } from '../../conformance/model/exchange.ts';

import { mayBeRefused } from './credentials.ts';
import { childOf, placeBelow } from './document.ts';
import type { Found } from './findings.ts';
import { requestBodyFaults } from './request-body.ts';
import type { ComparedInteraction } from './subject.ts';

export function statusFindings(subject: ComparedInteraction): readonly Found[] {
  const { operation, interaction, response, contract } = subject;
  const { status } = interaction.response;
  if (response !== undefined) return response.status === 'default' ? byDefault(subject) : [];
  const isSilent = isUnsaid(subject);
  if (!isSilent && ruleAllowsDeclared(subject)) return [];
  const declared = operation.responses.map((one) => one.status).join(', ');
  return [
    {
      severity: isSilent ? 'silent' : 'error',
      code: 'response.status.unknown',
      at: 'status',
      received: String(status),
      expected: `${declared}${isSilent ? unsaid(status) : ''}`,
      pointer: `${interaction.place.pointer}/response/status`,
      place: placeBelow(contract, operation.place, 'responses'),
    },
  ];
}

/** `default` declares every status; but beside a success of its own it is there for errors. */
function byDefault({ operation, interaction, response }: ComparedInteraction): readonly Found[] {
  const { status } = interaction.response;
  const successes = operation.responses.map((one) => one.status).filter((one) => one.startsWith('2'));
  if (status < 200 || status >= 300 || successes.length === 0 || response === undefined) return [];
  return [
    {
      severity: 'warning',
      code: 'response.status.default',
      at: 'status',
      received: String(status),
      expected: `${successes.join(', ')} for a success, and "default" for the rest`,
      pointer: `${interaction.place.pointer}/response/status`,
      place: response.place,
    },
  ];
}

/** How credentials are refused a contract need not say; what HTTP itself answers to such a request neither. */
function isUnsaid(subject: ComparedInteraction): boolean {
  const { request, response } = subject.interaction;
  if (isRefusal(response.status)) return mayBeRefused(subject);
  if (response.status === 415)
    return requestBodyFaults(subject).some(({ code }) => code.startsWith('request.content-type'));
  if (response.status === 406) return !acceptsJson(subject);
  return (asked.get(response.status) ?? []).some((name) => request.headers.has(name));
}

/** RFC 9110, sections 13 and 14: conditions and ranges ask for these. */
const asked: ReadonlyMap<number, readonly string[]> = new Map([
  [206, ['range']],
  [304, ['if-none-match', 'if-modified-since']],
  [412, ['if-match', 'if-none-match', 'if-unmodified-since']],
  [416, ['range']],
]);

function unsaid(status: number): string {
  return isRefusal(status) ? ', and not how credentials are refused' : ', and not this one, which is of HTTP';
}

function acceptsJson({ interaction }: ComparedInteraction): boolean {
  const accept = interaction.request.headers.get('accept') ?? '*/*';
  return accept.split(',').some((range) => isJsonType(range) || /^\s*(?:\*|application)\/\*/.test(range));
}

/** A rule on the status (version 4) makes the number only an example: one that it allows may be declared. */
function ruleAllowsDeclared({ raw, operation }: ComparedInteraction): boolean {
  const rules = isJsonObject(raw.response.matchingRules) ? raw.response.matchingRules.status : undefined;
  return operation.responses.some(({ status }) =>
    matchersIn(rules).some((matcher) => allows(matcher, status)),
  );
}

function matchersIn(rules: Json | undefined): readonly Json[] {
  if (!isJsonObject(rules)) return [];
  const own = childOf(rules, 'matchers');
  return isJsonArray(own) ? own : Object.values(rules).flatMap(matchersIn);
}

const classes: Readonly<Record<string, string>> = {
  info: '1',
  success: '2',
  redirect: '3',
  clientError: '4',
  serverError: '5',
  error: '45',
  nonError: '123',
};

function allows(matcher: Json, declared: string): boolean {
  const wanted = childOf(matcher, 'status');
  if (isJsonArray(wanted))
    return wanted.some((status) => String(status) === declared || isInRange(String(status), declared));
  return typeof wanted === 'string' && (classes[wanted] ?? '').includes(declared.charAt(0));
}

function isInRange(status: string, declared: string): boolean {
  return declared.endsWith('XX') && declared.charAt(0) === status.charAt(0);
}
