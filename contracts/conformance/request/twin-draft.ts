/** The requests of a twin: with its own body, another value, or any bytes. */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { remembered } from '../../../spec/remembered.ts';
import type { HeaderLine } from '../../http/headers.ts';
import type { Draft, Fresh } from '../model/draft.ts';
import {
  type ParameterValue,
  type PlacedParameters,
  placeParameters,
  validValue,
} from './parameters/parameters.ts';
import type { Payload, RawBody } from './payload/payload.ts';
import { payloadOf, type Twin } from './twin.ts';
import { freshen } from './values/fresh.ts';

/** A request of the twin with a JSON value as its body. */
export function jsonDraft(twin: Twin, value: Json): Draft {
  return rawDraft(twin, { text: stringifyJson(value), value });
}

/** All but what the body brings. Where Accept-Encoding is a parameter of the contract, that says what may stand in it. */
const placed = remembered((twin: Twin): PlacedParameters => {
  const { operation, parameters } = twin;
  const { path, headers } = placeParameters(operation, parameters.map(renewed));
  const isDeclared = operation.parameters.some(
    ({ in: place, name }) => place === 'header' && name.toLowerCase() === 'accept-encoding',
  );
  const uncompressed: readonly HeaderLine[] = isDeclared ? [] : [['Accept-Encoding', 'identity']];
  return { path, headers: [['Accept', acceptOf(operation)], ...uncompressed, ...headers] };
});

/** A request of the twin with any bytes as its body. */
export function rawDraft(twin: Twin, body: RawBody): Draft {
  const { path, headers } = placed(twin);
  const contentType =
    'contentType' in body ? body.contentType : (twin.body?.media.range ?? payloadOf(twin)?.type);
  const typed: HeaderLine[] = contentType === undefined ? [] : [['Content-Type', contentType]];
  return {
    path,
    headers: [...headers, ...(body.text === undefined && !('contentType' in body) ? [] : typed)],
    body: body.text,
    value: body.value,
    credentials: 'right',
  };
}

/** Stands for a fresh UUID until the case is built. */
const TO_RENEW = '9b7c4e52-0f3d-4a61-8c2e-d15a7f60b384';

/** What nobody has given an example of, such as the key of an idempotent request, is another one each time. */
function renewed(given: ParameterValue): ParameterValue {
  const { parameter, value } = given;
  const isOurs =
    parameter.in !== 'path' && parameter.schema?.format === 'uuid' && parameter.examples.length === 0;
  return isOurs && value === validValue(parameter).value ? { ...given, value: TO_RENEW } : given;
}

/** With a fresh UUID in the place of each that is to be renewed. */
export function withFreshUuids(draft: Draft, fresh: Fresh): Draft {
  const { path, headers } = draft;
  // Nearly all have none.
  if (!path.includes(TO_RENEW) && !headers.some(([, value]) => value.includes(TO_RENEW))) return draft;
  const renew = (text: string) => text.replaceAll(TO_RENEW, () => fresh.uuid());
  return {
    ...draft,
    path: renew(path),
    headers: headers.map(([name, value]) => [name, renew(value)] as const),
  };
}

/** The valid request itself. */
export function validDraft(twin: Twin, fresh: Fresh): Draft {
  const { body } = twin;
  const payload = payloadOf(twin);
  if (body !== undefined) return jsonDraft(twin, freshen(body.full, body.schema, fresh));
  return payload === undefined ? rawDraft(twin, { text: undefined }) : payloadDraft(twin, payload, fresh);
}

/** The request with this body, with fresh values where it has any. */
export function payloadDraft(twin: Twin, payload: Payload, fresh: Fresh): Draft {
  const { full, schema } = payload;
  const value = full === undefined || schema === undefined ? full : freshen(full, schema, fresh);
  return rawDraft(twin, payload.write(value));
}

/** All that is declared for its answers. */
export function acceptOf({ responses }: Operation): string {
  const ranges = responses.flatMap(({ content }) => content.map(({ range }) => range));
  return [...new Set(ranges)].join(', ') || '*/*';
}
