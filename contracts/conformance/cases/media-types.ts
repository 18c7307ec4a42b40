import type { Json } from '../../../spec/json/exact-json.ts';
import { isJsonObject, stringifyJson } from '../../../spec/json/exact-json.ts';
import { mediaTypeFor } from '../../../spec/model/contract.ts';
import type { Case } from '../model/case.ts';
import type { Fresh, OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Payload, RawBody } from '../request/payload/payload.ts';
import { payloadOf, type Twin } from '../request/twin.ts';
import { payloadDraft, rawDraft } from '../request/twin-draft.ts';
import { freshen } from '../request/values/fresh.ts';
import type { Family } from './family.ts';

/** The same body under a media type that the contract does not declare, or under none. */
export const mediaTypes: Family = {
  name: 'media-types',
  summary: 'a body of an undeclared media type is rejected',
  *generate({ twin }): Generator<Case> {
    const { body, operation } = twin;
    const payload = payloadOf(twin);
    if (payload !== undefined) yield* undeclaredTypes(twin, payload, orUnsupported);
    if (body === undefined) return;
    const declared = operation.requestBody?.content ?? [];
    for (const label of labels) {
      const { type, name = type, write = stringifyJson, disputed } = label;
      if (disputed === undefined && mediaTypeFor(declared, type) !== undefined) continue;
      // What is no object has no fields: no body would go out, which is a media type of nothing.
      if (write === form && fieldsOf(body.full).length === 0) continue;
      yield caseOf(twin, {
        family: 'media-types',
        name,
        topic: type === '' ? 'none' : type.replace(/;.*/, ''),
        expectation: disputed === undefined ? 'reject' : 'silent',
        mutation: disputed ?? `the media type is ${name}`,
        place: body.media.place,
        open: disputed === undefined ? orUnsupported : [],
        build: (fresh) => {
          const contentType = type === '' ? undefined : type;
          return rawDraft(twin, { text: write(freshen(body.full, body.schema, fresh)), contentType });
        },
      });
    }
  },
};

const orUnsupported: readonly OpenAnswer[] = [
  { status: 415, because: 'HTTP has a status of its own for an unsupported media type' },
];

interface Label {
  /** As it goes out; empty for none. */
  readonly type: string;
  readonly name?: string;
  write?(body: Json): string;
  /** Why an implementation may take it or not. */
  readonly disputed?: string;
}

const FORM = 'application/x-www-form-urlencoded';
const BOUNDARY = 'boundary-of-the-parts';

const labels: readonly Label[] = [
  { type: 'text/plain' },
  { type: 'application/xml' },
  { type: FORM, write: form },
  { type: FORM, name: `${FORM} around JSON` },
  { type: 'text/html' },
  { type: 'application/octet-stream' },
  { type: 'application/jsonp' },
  { type: `multipart/form-data; boundary=${BOUNDARY}`, name: 'multipart/form-data', write: parts },
  { type: 'multipart/form-data', name: 'multipart/form-data around JSON' },
  {
    type: '',
    name: 'none',
    disputed: 'there is no media type; RFC 9110, section 8.3, lets the server guess',
  },
  { type: 'json', name: 'malformed', disputed: 'the media type is malformed: json' },
  { type: 'application/json/x', name: 'malformed, two slashes', disputed: 'the media type has two slashes' },
  { type: ';', name: 'malformed, empty', disputed: 'the media type is a semicolon' },
  {
    type: 'application/json, text/plain',
    name: 'two types',
    disputed: 'there are two media types in one header',
  },
  {
    type: 'application/json; charset',
    name: 'malformed parameter',
    disputed: 'the media type has a parameter without a value',
  },
  {
    type: 'application/vnd.x+json',
    disputed: 'the media type is application/vnd.x+json, which RFC 6839 lets a server read as JSON',
  },
  {
    type: 'text/json',
    disputed: 'the media type is text/json, which the WHATWG counts among the types of JSON',
  },
  {
    type: 'application/json; charset=utf-16',
    disputed: 'the media type says charset=utf-16 of UTF-8; RFC 8259 gives the parameter no meaning',
  },
  {
    type: 'application/json; charset=iso-8859-1',
    disputed: 'the media type says charset=iso-8859-1; RFC 8259 gives the parameter no meaning',
  },
  {
    type: 'application/json; charset=unknown-8bit',
    disputed: 'the media type says a charset that nobody knows; RFC 8259 gives the parameter no meaning',
  },
];

function form(body: Json): string {
  return new URLSearchParams(fieldsOf(body)).toString();
}

/** RFC 7578. */
function parts(body: Json): string {
  const written = fieldsOf(body).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return `${written.join('')}--${BOUNDARY}--\r\n`;
}

function fieldsOf(body: Json): [name: string, value: string][] {
  const members = isJsonObject(body) ? Object.entries(body) : [];
  return members.map(([name, value]) => [name, String(value)]);
}

/** `open` holds what is open for every media type that is not declared. */
function* undeclaredTypes(twin: Twin, payload: Payload, open: readonly OpenAnswer[]): Generator<Case> {
  const declared = twin.operation.requestBody?.content ?? [];
  for (const { type, name = type, isJson = false } of undeclaredLabels) {
    if (mediaTypeFor(declared, type) !== undefined || (isJson && payload.full === undefined)) continue;
    yield caseOf(twin, {
      family: 'media-types',
      name,
      topic: type,
      expectation: 'reject',
      mutation: `the media type is ${name}`,
      place: payload.media.place,
      open: [...open, ...anyBytes(twin, payload)],
      build: (fresh) => rawDraft(twin, { ...bodyOf(twin, { payload, fresh, isJson }), contentType: type }),
    });
  }
  for (const { name, mutation, contentType } of disputed) {
    yield caseOf(twin, {
      family: 'media-types',
      name,
      topic: name,
      expectation: 'silent',
      mutation,
      place: payload.media.place,
      build: (fresh) => rawDraft(twin, { text: payloadDraft(twin, payload, fresh).body, contentType }),
    });
  }
}

interface Written {
  readonly payload: Payload;
  readonly fresh: Fresh;
  readonly isJson: boolean;
}

function bodyOf(twin: Twin, { payload, fresh, isJson }: Written): RawBody {
  const { body: text, value } = payloadDraft(twin, payload, fresh);
  return { text: isJson ? stringifyJson(value ?? payload.full ?? null) : text };
}

interface UndeclaredLabel {
  readonly type: string;
  readonly name?: string;
  /** The body is the value as JSON, so that only the media type is wrong. */
  readonly isJson?: boolean;
}

const undeclaredLabels: readonly UndeclaredLabel[] = [
  { type: 'application/json', isJson: true },
  { type: 'application/json', name: 'application/json around something else' },
  { type: 'text/plain' },
  { type: 'text/html' },
  { type: 'application/xml' },
  { type: 'application/x-www-form-urlencoded' },
  { type: 'multipart/form-data; boundary=boundary-of-the-parts', name: 'multipart/form-data' },
  { type: 'application/octet-stream' },
  { type: 'image/png' },
];

const disputed = [
  {
    name: 'none',
    mutation: 'there is no media type; RFC 9110, section 8.3, lets the server guess',
    contentType: undefined,
  },
  { name: 'malformed', mutation: 'the media type is malformed: form', contentType: 'form' },
] as const;

/** Whoever stores any bytes need not mind what they are called. */
function anyBytes({ operation }: Twin, { type }: Payload): readonly OpenAnswer[] {
  if (!type.startsWith('application/octet-stream')) return [];
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, because: 'a store of any bytes need not mind what they are called' }));
}
