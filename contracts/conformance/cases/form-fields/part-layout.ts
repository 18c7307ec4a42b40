/** The same multipart form in other spellings and orders: a quoted boundary, header names in lower case, other parts first. */
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { RequestSpec, ToleratedResponse } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import { payloadRequestSpec, rawRequestSpec } from '../../request/build-request-spec.ts';
import { formParts, namesWithFilesLast } from '../../request/payload/forms.ts';
import { BOUNDARY, multipartBody } from '../../request/payload/multipart.ts';
import { flattenSchemaFor } from '../../request/values/value-locations.ts';
import { createFieldCase, type FormBody, formRequestSpec } from './form-body.ts';

export function* partLayoutCases(body: FormBody): Generator<TestCase> {
  yield layoutCase(body, {
    // RFC 9110, section 5.6.6, allows quotes around every parameter of a media type, and clients use them.
    name: 'boundary in quotes',
    mutation: 'the boundary in the media type is in quotes',
    rewrite: () => ({ contentType: `multipart/form-data; boundary="${BOUNDARY}"` }),
  });
  yield layoutCase(body, {
    // They are case-insensitive, as the names of all headers of a message (RFC 2045, section 1).
    name: 'part headers in lower case',
    mutation: 'the names of the headers of each part are in lower case',
    rewrite: (value) => ({ content: multipartBody(formParts(body.form, value), { areHeadersLowerCase: true }) }),
  });
  yield* partOrderCases(body);
}

interface Layout {
  readonly name: string;
  readonly mutation: string;
  rewrite(value: Json): { readonly content?: Uint8Array; readonly contentType?: string };
}

/** The valid request, written otherwise. */
function layoutCase(body: FormBody, { name, mutation, rewrite }: Layout): TestCase {
  const { baseline, payload } = body;
  return createFieldCase(body, {
    name,
    expectation: 'accept',
    mutation,
    place: payload.media.place,
    buildRequest: (fresh): RequestSpec => {
      const { body: content, value, files = [] } = payloadRequestSpec(baseline, payload, fresh);
      const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
      return rawRequestSpec(baseline, { content, contentType, jsonValue: value, files, ...rewrite(value ?? null) });
    },
  });
}

/** The properties of an object have no order, and neither have the parts of a form. */
function* partOrderCases(body: FormBody): Generator<TestCase> {
  const { full, schema, form } = body;
  if (!isJsonObject(full)) return;
  const current = Object.keys(full);
  const declared = [...flattenSchemaFor(schema, full).properties.keys()].filter((name) => current.includes(name));
  const orders = [
    { name: 'parts in the order of the schema', names: declared },
    // Some implementations read a file as it arrives, with the fields before it.
    { name: 'parts in reverse, files last', names: namesWithFilesLast(form, current.toReversed()) },
  ];
  const seen = new Set([current.join()]);
  for (const { name, names } of orders) {
    if (seen.has(names.join()) || names.length !== current.length) continue;
    seen.add(names.join());
    yield createFieldCase(body, {
      name,
      expectation: 'accept',
      mutation: `the parts are in another order: ${names.join(', ')}`,
      place: schema.place,
      tolerated: statesOrder(body) ? toleratesOrder : [],
      buildRequest: (fresh) =>
        formRequestSpec(body, fresh, (values, value) => [
          names.flatMap((one) => values.filter(({ parameter }) => parameter.name === one)),
          value,
        ]),
    });
  }
}

const toleratesOrder: readonly ToleratedResponse[] = [
  { status: 'declared client error', reason: 'a description of the contract is about the order of the parts' },
];

function statesOrder({ baseline: { operation }, schema, form }: FormBody): boolean {
  const descriptions = [
    operation.description,
    schema.description,
    ...form.fields.map((field) => field.schema.description),
  ];
  return descriptions.some((text = '') => ORDER_OF_PARTS.some((pattern) => pattern.test(text)));
}

/** "The file must be the last part." */
const ORDER_OF_PARTS = [
  /\b(?:parts?|fields?|files?)\b[^.]*\b(?:first|last|before|after|order|precedes?|follows?)\b/i,
  /\b(?:first|last|before|after|order of)\b[^.]*\b(?:parts?|fields?|files?)\b/i,
];
