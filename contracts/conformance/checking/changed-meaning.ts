/**
 * Whether a hook changed what a case is about: then what the contract requires of the case says nothing about the request
 * that was sent, such as a missing property that a hook adds.
 */
import { isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { AppliedChange } from '../../hooks/request-change.ts';
import type { Exchange } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { CaseFacts } from '../model/test-case.ts';
import { findSentMedia } from '../request/payload/payload.ts';

export function hasChangedMeaning(facts: CaseFacts, requestSpec: RequestSpec, { hookChange }: Exchange): boolean {
  if (hookChange === undefined || facts.expectation === 'unspecified') return false;
  return (
    changesHeader(facts, hookChange) ||
    changesPath(facts, requestSpec.path, hookChange) ||
    changesBody(facts, requestSpec, hookChange)
  );
}

/** The header that the case itself changes. */
function changesHeader({ expectation, mutation, topic }: CaseFacts, { headers }: AppliedChange): boolean {
  if (expectation === 'accept') return false;
  const about = `${mutation} ${topic}`.toLowerCase();
  return headers.some(({ name }) => about.includes(name.toLowerCase()));
}

/** Another path, or a query without a parameter of the case; or with one that it may leave out deliberately. */
function changesPath({ operation, expectation }: CaseFacts, built: string, { path }: AppliedChange): boolean {
  if (path === undefined) return false;
  const [[builtPath, builtQuery], [sentPath, sentQuery]] = [splitQuery(built), splitQuery(path)];
  const added = subtract(sentQuery, builtQuery);
  if (builtPath !== sentPath || subtract(builtQuery, sentQuery).length > 0) return true;
  const declared = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return expectation === 'reject' && added.some((pair) => declared.some((name) => decodeName(pair) === name));
}

function splitQuery(path: string): readonly [path: string, query: readonly string[]] {
  const [before = '', ...query] = path.split('?');
  const pairs = query.join('?').split('&');
  return [before, pairs.filter((pair) => pair !== '')];
}

function subtract(all: readonly string[], some: readonly string[]): readonly string[] {
  return all.filter((one) => !some.includes(one));
}

function decodeName(pair: string): string | undefined {
  return [...new URLSearchParams(pair).keys()][0]?.replace(/\[.*$/, '');
}

/** A body that lacks or replaces what the case sends, and one whose validity differs from what the case is about. */
function changesBody({ operation }: CaseFacts, requestSpec: RequestSpec, { body }: AppliedChange): boolean {
  if (body === undefined) return false;
  const sent = body === null ? undefined : parseBody(body);
  const { value } = requestSpec;
  if (sent === undefined || value === undefined || !contains(sent, value)) return true;
  const schema = findSentMedia(operation, requestSpec)?.schema;
  if (schema === undefined) return false;
  return isValid(schema, sent, 'request') !== isValid(schema, value, 'request');
}

function parseBody(body: Uint8Array): Json | undefined {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parsed.value : undefined;
}

/** With all members and items of `part`, which are the same; objects may have more. */
function contains(whole: Json, part: Json): boolean {
  if (isJsonArray(part))
    return (
      isJsonArray(whole) &&
      whole.length === part.length &&
      part.every((item, index) => contains(whole[index] ?? null, item))
    );
  if (!isJsonObject(part)) return whole === part;
  return isJsonObject(whole) && Object.entries(part).every(([name, one]) => contains(whole[name] ?? null, one));
}
