/** Parts that are uploads: their media types, their name as a file, how many there are. */
import { isJsonArray } from '../../../../spec/json/exact-json.ts';
import { fileNameFor, specimenOf } from '../../../../spec/sampling/specimens.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { fileType } from '../../request/payload/multipart.ts';
import { concreteType, doubted, type FormField } from '../../request/payload/payload.ts';
import { flatFor, replaceAt } from '../../request/values/sites.ts';
import { arrayProbes } from '../limits/arrays.ts';
import { placeOfKeyword } from '../shared/keyword-place.ts';
import { changedPart, type FormBody, fieldCase, formDraft, inPlace, meaningOf } from './form-body.ts';

export function* fileCases(body: FormBody, field: FormField): Generator<Case> {
  yield* otherTypes(body, field);
  yield* listedTypes(body, field);
  yield changedPart(body, field, {
    name: 'no file name',
    expectation: 'silent',
    mutation: 'is sent without a file name',
    change: ({ fileName: _, ...part }) => part,
  });
  yield changedPart(body, field, {
    name: 'empty file',
    expectation: 'silent',
    mutation: 'is a file without any bytes',
    change: (part) => ({ ...part, content: '' }),
  });
  yield* counts(body, field);
}

const unsupported: readonly OpenAnswer[] = [
  { status: 415, because: 'HTTP has a status of its own for an unsupported media type' },
];

const OTHER = 'application/x-unknown';

/** Where the document says which media types the part may have. */
function* otherTypes(body: FormBody, field: FormField): Generator<Case> {
  if (field.types.length === 0 || field.types.some((type) => /^(?:\*|application)\/\*/.test(type))) return;
  yield changedPart(body, field, {
    name: `as ${OTHER}`,
    expectation: 'reject',
    mutation: `has the media type ${OTHER}, not ${field.types.join(' or ')}`,
    open: unsupported,
    change: (part) => ({ ...part, type: OTHER }),
  });
}

/** Each of the media types that the part may have; the valid request has the first. */
function* listedTypes(body: FormBody, field: FormField): Generator<Case> {
  const types = field.types.map((range) => concreteType({ range, schema: undefined }));
  const first = fileType(field);
  for (const type of new Set(types).difference(new Set([first]))) {
    yield changedPart(body, field, {
      name: `as ${type}`,
      expectation: 'accept',
      mutation: `has the media type ${type}, one of several that it may have`,
      open: isKnown(type) ? [] : mayBeLookedInto,
      change: (part) => ({ ...part, type, fileName: fileNameFor(type), content: specimenOf(type) }),
    });
  }
}

/** We have a file that is what the type says. */
function isKnown(type: string): boolean {
  return fileNameFor(type) !== fileNameFor(OTHER);
}

const mayBeLookedInto = doubted('the bytes are no file of that type, and may be looked into');

function* counts(body: FormBody, { parameter, schema, value }: FormField): Generator<Case> {
  if (!isJsonArray(value)) return;
  const probes = arrayProbes(flatFor(schema, value), value);
  for (const { keyword, words, value: items } of probes) {
    const isCount = keyword === 'minItems' || keyword === 'maxItems';
    if (!isCount || !isJsonArray(items) || items.length === 0) continue;
    const valid = meaningOf(body, parameter.name, items).isValid;
    yield fieldCase(body, {
      field: parameter.name,
      name: `${keyword}/${words}`,
      expectation: valid ? 'accept' : 'reject',
      mutation: `the files "${parameter.name}" are ${words}`,
      place: placeOfKeyword(schema, keyword),
      build: (fresh) =>
        formDraft(body, fresh, (values, whole) => [
          inPlace(values, { parameter, value: items }),
          replaceAt(whole, [parameter.name], items),
        ]),
    });
  }
}
