/** Matching rules that the verifier does not know or passes over: it then demands equality, or nothing. */
import { isJsonObject, type Json, type JsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Interaction } from './interaction.ts';
import { type PactFile, pactPlace } from './pact-file.ts';
import { refusal } from './refusal.ts';
import { isRule, type Rule, rulesOf } from './rules.ts';

/** Those of the expected answer: those of a request are for the consumer's tests alone. Throws `pact-unverifiable`. */
export function refuseRules(pact: PactFile, { place }: Interaction, { response }: JsonObject): void {
  if (!isJsonObject(response)) return;
  for (const rule of rulesOf(response, `${place.pointer}/response`)) {
    const fault = isRule(rule)
      ? faultOf(rule)
      : 'received what is no matching rule: the verifier passes over it';
    if (fault !== undefined) throw refusal(pactPlace(pact, rule.pointer), fault);
  }
}

function faultOf({ path, matchers }: Rule): string | undefined {
  if (path.includes('..')) return `received the path ${path}: the verifier does not know ".."`;
  return matchers.map(faultIn).find((fault) => fault !== undefined);
}

function faultIn(matcher: Json): string | undefined {
  if (!isJsonObject(matcher)) return 'received a matcher that is no object';
  const { match, regex } = matcher;
  if (match === undefined) {
    const implied = ['regex', 'min', 'max', 'timestamp', 'date', 'time'].some((key) => key in matcher);
    return implied
      ? undefined
      : `received the matcher ${stringifyJson(matcher)}, which names no kind of match`;
  }
  if (typeof match !== 'string' || !known.has(match))
    return `received a match of kind ${stringifyJson(match)}, which the verifier does not know`;
  if (match === 'regex' && typeof regex !== 'string') return 'received a match of kind "regex" without one';
  return undefined;
}

/** As the verifier 1.4 knows them. */
const known = new Set([
  ...['equality', 'regex', 'type', 'min', 'max', 'min-type', 'max-type', 'include', 'null'],
  ...['number', 'integer', 'decimal', 'real', 'boolean', 'date', 'time', 'datetime', 'timestamp', 'semver'],
  ...['values', 'notEmpty', 'not-empty', 'contentType', 'content-type', 'statusCode', 'status-code'],
  ...['arrayContains', 'array-contains', 'eachKey', 'each-key', 'eachValue', 'each-value'],
]);
