/** Forms in parts whose parts cannot be told apart, or can in more than one way. */
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Case } from '../../model/case.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { type CaseSeed, caseOf } from '../../request/case-of.ts';
import { fieldFor, valuesOf } from '../../request/payload/forms.ts';
import {
  BOUNDARY,
  type FormPart,
  type Manner,
  multipartBody,
  partsOf,
} from '../../request/payload/multipart.ts';
import type { Payload } from '../../request/payload/payload.ts';
import type { Twin } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';

export function* malformedParts(twin: Twin, payload: Payload): Generator<Case> {
  const parts = partsIn(payload);
  for (const { name, mutation, expectation, open = [], contentType = TYPED, write } of messages) {
    yield caseOf(twin, {
      family: 'broken-bodies',
      name: `multipart/${name}`,
      topic: 'malformed multipart',
      expectation,
      mutation,
      place: payload.media.place,
      open: [...open, ...(name === 'not closed' || mayBeBare(payload) ? lenient(twin) : [])],
      build: () => rawDraft(twin, { text: write(parts), contentType }),
    });
  }
}

function partsIn({ form, full }: Payload): readonly FormPart[] {
  if (form === undefined || full === undefined) return [];
  return valuesOf(form, full).flatMap((given) => partsOf(given, fieldFor(form.fields, given)));
}

const TYPED = `multipart/form-data; boundary=${BOUNDARY}`;

interface Message extends Pick<CaseSeed, 'mutation' | 'expectation' | 'open'> {
  readonly name: string;
  readonly contentType?: string;
  write(parts: readonly FormPart[]): string | Uint8Array;
}

const written = (manner: Manner) => (parts: readonly FormPart[]) => multipartBody(parts, manner);

const noBoundary: readonly OpenAnswer[] = [
  { status: 415, because: 'a form in parts without its boundary may be called an unsupported type' },
];

const messages: readonly Message[] = [
  {
    name: 'no boundary',
    mutation: 'the media type does not name the boundary of the parts',
    expectation: 'reject',
    open: noBoundary,
    contentType: 'multipart/form-data',
    write: written({}),
  },
  {
    name: 'another boundary',
    mutation: 'the media type names a boundary that is not that of the parts',
    expectation: 'reject',
    write: written({ boundary: 'somewhere-else' }),
  },
  {
    name: 'not closed',
    mutation: 'the boundary that ends the last part is missing',
    expectation: 'reject',
    write: written({ isUnclosed: true }),
  },
  {
    name: 'no parts',
    mutation: 'the body is a text without any part',
    expectation: 'reject',
    write: () => 'neither boundary nor part',
  },
  {
    name: 'preamble',
    mutation:
      'a text stands before the first boundary and behind the last, which RFC 2046 lets readers pass over',
    expectation: 'silent',
    write: written({ preamble: 'before\r\n', epilogue: 'behind' }),
  },
  {
    name: 'line feeds',
    mutation: 'lines end in a line feed alone',
    expectation: 'silent',
    write: written({ lineEnd: '\n' }),
  },
  {
    name: 'bare names',
    mutation: 'names of parts stand without quotes',
    expectation: 'silent',
    write: written({ areNamesBare: true }),
  },
  {
    name: 'part without a name',
    mutation: 'one part more has no name',
    expectation: 'silent',
    write: (parts) => multipartBody([...parts, { name: '', content: 'nameless' }]),
  },
];

/** A form without any field is valid too, and what cannot be read has none. */
function mayBeBare({ schema }: Payload): boolean {
  return schema === undefined || isValid(schema, {}, 'request');
}

/** Many readers take what there is of a message that breaks off. */
function lenient({ operation }: Twin): readonly OpenAnswer[] {
  return operation.responses
    .map(({ status }) => Number(status))
    .filter((status) => status >= 200 && status < 300)
    .map((status) => ({ status, because: 'many readers take the parts that they can tell apart' }));
}
