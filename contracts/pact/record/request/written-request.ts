/** A case of the verifier as the request of an interaction. */
import { type Json, type JsonObject, stringifyJson } from '../../../../spec/json/exact-json.ts';
import { isJsonType, type Operation, type SecurityScheme } from '../../../../spec/model/contract.ts';
import type { Draft, Fresh } from '../../../conformance/model/draft.ts';
import { withCredentials } from '../../../conformance/request/credentials/place.ts';
import { type HeaderLine, headerOf } from '../../../http/headers.ts';
import { isReadExactly } from '../expect/rules.ts';
import {
  type Builds,
  buildsOf,
  type CredentialValues,
  freshBody,
  fromState,
  stateValue,
} from './fresh-places.ts';

export interface RequestSource {
  readonly operation: Operation;
  readonly schemes: readonly SecurityScheme[];
  readonly credentials: CredentialValues;
  /** The path with state values in it, where a provider state may name what is there. */
  readonly pathExpression?: string | undefined;
  /** Of the body, besides those that the case itself needs. */
  readonly bodyGenerators?: JsonObject | undefined;
  build(fresh: Fresh): Draft;
}

type WrittenRequest =
  | { readonly ok: true; readonly request: JsonObject }
  /** Completes "is left out: ". */
  | { readonly ok: false; readonly reason: string };

/** Larger bodies make a pact that nobody can read. */
const LARGEST_BODY = 16_000;

export function writtenRequest(source: RequestSource): WrittenRequest {
  const builds = buildsOf(source.build);
  const whole = withCredentials(builds.frozen, source.schemes, source.credentials.examples);
  const [path = '/', search] = splitOnce(whole.path, '?');
  const query = readQuery(search);
  if (query === undefined) return refuse('a pact cannot hold its query as it is written');
  if ((whole.body?.length ?? 0) > LARGEST_BODY) return refuse(`its body has more than ${LARGEST_BODY} bytes`);
  const headers = steadyHeaders(whole.headers, builds);
  const body = bodyOf(builds, headerOf(whole.headers, 'content-type'));
  const generators = {
    ...ruleSet('header', expressions(headers, source)),
    ...ruleSet('query', expressions(query, source)),
    ...(source.pathExpression === undefined ? {} : { path: fromState(source.pathExpression) }),
    ...ruleSet('body', { ...body.generators, ...source.bodyGenerators }),
  };
  return {
    ok: true,
    request: {
      method: builds.frozen.method ?? source.operation.method,
      path,
      ...(query.length === 0 ? {} : { query: listed(query) }),
      headers: listed(headers),
      ...(body.body === undefined ? {} : { body: body.body }),
      ...(Object.keys(generators).length === 0 ? {} : { generators }),
    },
  };
}

function refuse(reason: string): WrittenRequest {
  return { ok: false, reason };
}

interface BodyPart {
  readonly body: JsonObject | undefined;
  readonly generators: JsonObject;
}

/** What the verifier writes as it is read goes in as JSON; any other bytes are kept in Base64, which it sends as they are. */
function bodyOf(builds: Builds, contentType = 'application/octet-stream'): BodyPart {
  const { body, value } = builds.frozen;
  if (body === undefined) return { body: undefined, generators: {} };
  if (body === '') return { body: { content: '', contentType, encoded: false }, generators: {} };
  const fresh = freshBody(builds);
  const isPlain = value !== undefined && body === stringifyJson(value) && isJsonType(contentType);
  if (isPlain && fresh !== undefined && isReadExactly(fresh.value))
    return { body: { content: fresh.value, contentType, encoded: false }, generators: fresh.generators };
  const content = Buffer.from(body).toString('base64');
  return { body: { content, contentType, encoded: 'base64' }, generators: {} };
}

const SAMPLE_UUID = '123e4567-e89b-42d3-a456-426614174000';

/** A key that is another one in every request is the same in every recording. */
function steadyHeaders(headers: readonly HeaderLine[], { frozen, first }: Builds): readonly HeaderLine[] {
  return headers.map(([name, value]) => {
    const other = headerOf(first.headers, name);
    const isRenewed = headerOf(frozen.headers, name) !== other;
    return [
      name,
      isRenewed ? value.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, SAMPLE_UUID) : value,
    ];
  });
}

function expressions(values: readonly HeaderLine[], { credentials }: RequestSource): JsonObject {
  const found = values.flatMap(([name, value]): [string, Json][] => {
    const expression = credentials.expressionFor(value) ?? renewal(value);
    return expression === undefined ? [] : [[name, fromState(expression)]];
  });
  return Object.fromEntries(found);
}

function renewal(value: string): string | undefined {
  return value === SAMPLE_UUID ? stateValue('freshUuid') : undefined;
}

/** Version 4 of Pact has a list of values for each name. */
function listed(lines: readonly HeaderLine[]): JsonObject {
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

/** Undefined where something would be lost: a name without `=`, or bytes that are no text. */
function readQuery(search: string | undefined): readonly HeaderLine[] | undefined {
  const fields = search === undefined || search === '' ? [] : search.split('&');
  const pairs = fields.map(readField);
  return pairs.every((pair) => pair !== undefined) ? pairs : undefined;
}

function readField(field: string): HeaderLine | undefined {
  const at = field.indexOf('=');
  if (at < 1) return undefined;
  const [name, value] = [field.slice(0, at), field.slice(at + 1)].map(decoded);
  return name === undefined || value === undefined ? undefined : [name, value];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
