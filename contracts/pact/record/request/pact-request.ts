/** Converts a conformance case to the request of an interaction. */
import { type Json, type JsonObject, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type Operation, type SecurityScheme } from '../../../../spec/model/contract.ts';
import type { FreshValues, RequestSpec } from '../../../conformance/model/request-spec.ts';
import { applyCredentials } from '../../../conformance/request/credentials/apply-credentials.ts';
import { type HeaderLine, headerValue } from '../../../http/headers.ts';
import { isReadExactlyByVerifier } from '../expected-body/matching-rules.ts';
import {
  buildVariants,
  type CredentialValues,
  findFreshValues,
  providerStateGenerator,
  type RequestVariants,
  stateValue,
} from './fresh-values.ts';

export interface RequestSource {
  readonly operation: Operation;
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: CredentialValues;
  /** The path with provider-state expressions, if a provider state can supply its values. */
  readonly pathExpression?: string | undefined;
  /** Generators of the body, in addition to those of the case itself. */
  readonly bodyGenerators?: JsonObject | undefined;
  build(generated: FreshValues): RequestSpec;
}

type PactRequestResult =
  | { readonly ok: true; readonly request: JsonObject }
  /** Completes "is omitted: ". */
  | { readonly ok: false; readonly reason: string };

/** Larger bodies would make the pact unreadable. */
const MAX_BODY_LENGTH = 16_000;

export function toPactRequest(source: RequestSource): PactRequestResult {
  const variants = buildVariants(source.build);
  const withExampleCredentials = applyCredentials(variants.frozen, source.schemes, source.credentials.examples);
  const [path = '/', search] = splitOnce(withExampleCredentials.path, '?');
  const query = parseQuery(search);
  if (query === undefined) return unwritable('a pact cannot represent its query exactly');
  if ((withExampleCredentials.body?.length ?? 0) > MAX_BODY_LENGTH)
    return unwritable(`its body has more than ${MAX_BODY_LENGTH} bytes`);
  const headers = stabilizeHeaders(withExampleCredentials.headers, variants);
  const body = toPactBody(variants, headerValue(withExampleCredentials.headers, 'content-type'));
  const generators = {
    ...ruleSet('header', headerExpressions(headers, source)),
    ...ruleSet('query', headerExpressions(query, source)),
    ...(source.pathExpression === undefined ? {} : { path: providerStateGenerator(source.pathExpression) }),
    ...ruleSet('body', { ...body.generators, ...source.bodyGenerators }),
  };
  return {
    ok: true,
    request: {
      method: variants.frozen.method ?? source.operation.method,
      path,
      ...(query.length === 0 ? {} : { query: groupValues(query) }),
      headers: groupValues(headers),
      ...(body.body === undefined ? {} : { body: body.body }),
      ...(Object.keys(generators).length === 0 ? {} : { generators }),
    },
  };
}

function unwritable(reason: string): PactRequestResult {
  return { ok: false, reason };
}

interface BodyPart {
  readonly body: JsonObject | undefined;
  readonly generators: JsonObject;
}

/**
 * A body that the verifier sends exactly as written becomes JSON; any other bytes are stored as Base64, which it sends
 * unchanged.
 */
function toPactBody(variants: RequestVariants, contentType = 'application/octet-stream'): BodyPart {
  const { body, value } = variants.frozen;
  if (body === undefined) return { body: undefined, generators: {} };
  if (body === '') return { body: { content: '', contentType, encoded: false }, generators: {} };
  const generated = findFreshValues(variants);
  const isExactJson = value !== undefined && body === stringifyJson(value) && isJsonType(contentType);
  if (isExactJson && generated !== undefined && isReadExactlyByVerifier(generated.value))
    return {
      body: { content: generated.value, contentType, encoded: false },
      generators: generated.generators,
    };
  const content = Buffer.from(body).toString('base64');
  return { body: { content, contentType, encoded: 'base64' }, generators: {} };
}

const SAMPLE_UUID = '123e4567-e89b-42d3-a456-426614174000';

/** Replaces fresh UUIDs, such as idempotency keys, with the same one in every recording. */
function stabilizeHeaders(headers: readonly HeaderLine[], { frozen, first }: RequestVariants): readonly HeaderLine[] {
  return headers.map(([name, value]) => {
    const other = headerValue(first.headers, name);
    const isFresh = headerValue(frozen.headers, name) !== other;
    return [name, isFresh ? value.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, SAMPLE_UUID) : value];
  });
}

function headerExpressions(values: readonly HeaderLine[], { credentials }: RequestSource): JsonObject {
  const found = values.flatMap(([name, value]): [string, Json][] => {
    const expression = credentials.expressionFor(value) ?? freshUuidExpression(value);
    return expression === undefined ? [] : [[name, providerStateGenerator(expression)]];
  });
  return Object.fromEntries(found);
}

function freshUuidExpression(value: string): string | undefined {
  return value === SAMPLE_UUID ? stateValue('freshUuid') : undefined;
}

/** Pact specification version 4 has an array of values for each name. */
function groupValues(lines: readonly HeaderLine[]): JsonObject {
  const names = [...new Set(lines.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => [name, lines.filter(([other]) => other === name).map(([, value]) => value)]),
  );
}

function ruleSet(name: string, members: JsonObject): JsonObject {
  return Object.keys(members).length === 0 ? {} : { [name]: members };
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Undefined if something would be lost: a name without `=`, or bytes that are not UTF-8. */
function parseQuery(search: string | undefined): readonly HeaderLine[] | undefined {
  const fields = search === undefined || search === '' ? [] : search.split('&');
  const pairs = fields.map(parseQueryField);
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

function parseQueryField(field: string): HeaderLine | undefined {
  const at = field.indexOf('=');
  if (at < 1) return undefined;
  const [name, value] = [field.slice(0, at), field.slice(at + 1)].map(decodeFormText);
  return name === undefined || value === undefined ? undefined : [name, value];
}

function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
