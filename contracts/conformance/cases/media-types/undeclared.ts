/** A body that is not JSON, under media types that the operation does not declare. */
import { mediaTypeFor } from '../../../../spec/contract.ts';
import { stringifyJson } from '../../../../spec/exact-json.ts';
import type { Case } from '../../model/case.ts';
import type { Fresh, OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Payload, RawBody } from '../../request/payload/payload.ts';
import type { Twin } from '../../request/twin.ts';
import { payloadDraft, rawDraft } from '../../request/twin-draft.ts';

/** `open` holds what is open for every media type that is not declared. */
export function* undeclaredTypes(twin: Twin, payload: Payload, open: readonly OpenAnswer[]): Generator<Case> {
  const declared = twin.operation.requestBody?.content ?? [];
  for (const { type, name = type, isJson = false } of labels) {
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

interface Label {
  readonly type: string;
  readonly name?: string;
  /** The body is the value as JSON, so that only the media type is wrong. */
  readonly isJson?: boolean;
}

const labels: readonly Label[] = [
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
