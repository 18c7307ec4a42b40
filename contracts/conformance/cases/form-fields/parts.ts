/** One part of a multipart form written otherwise, beside the others as they were. */

import { isJsonType } from '../../../../spec/contract.ts';
import type { Case } from '../../model/case.ts';
import { fieldFor, valuesOf } from '../../request/payload/forms.ts';
import { BOUNDARY, multipartBody, type Part, partsOf } from '../../request/payload/multipart.ts';
import type { FormField } from '../../request/payload/payload.ts';
import { payloadDraft, rawDraft } from '../../request/twin-draft.ts';
import { freshen } from '../../request/values/fresh.ts';
import { type FieldSeed, type FormBody, fieldCase } from './form-body.ts';

export interface PartChange extends Pick<FieldSeed, 'name' | 'expectation' | 'mutation' | 'open'> {
  change(part: Part): Part;
}

export function changedPart(
  body: FormBody,
  { parameter, schema }: FormField,
  { change, mutation, ...seed }: PartChange,
): Case {
  const { twin, form, full, schema: whole } = body;
  const place = twin.payloads[0]?.media.encoding?.get(parameter.name)?.place ?? schema.place;
  return fieldCase(body, {
    ...seed,
    field: parameter.name,
    mutation: `the part "${parameter.name}" ${mutation}`,
    place,
    build: (fresh) => {
      const values = valuesOf(form, freshen(full, whole, fresh));
      const parts = values.flatMap((given) => partsOf(given, fieldFor(form.fields, given)));
      const changed = parts.map((part) => (part.name === parameter.name ? change(part) : part));
      const contentType = `multipart/form-data; boundary=${BOUNDARY}`;
      return rawDraft(twin, { text: multipartBody(changed), contentType });
    },
  });
}

/** A part of JSON that is none. */
export function* brokenJson(body: FormBody, field: FormField): Generator<Case> {
  const [media] = field.parameter.content;
  if (media === undefined || !isJsonType(media.range)) return;
  yield changedPart(body, field, {
    name: 'no json',
    expectation: 'reject',
    mutation: 'is no JSON: {',
    change: (part) => ({ ...part, content: '{' }),
  });
}

/** As HTTP lets every parameter of a media type be written (RFC 9110, section 5.6.6), and clients do. */
export function quotedBoundary({ twin, payload }: FormBody): Case {
  const quoted = `multipart/form-data; boundary="${BOUNDARY}"`;
  return fieldCase(
    { twin, payload },
    {
      name: 'boundary in quotes',
      expectation: 'accept',
      mutation: 'the boundary in the media type stands in quotes',
      place: payload.media.place,
      build: (fresh) => {
        const { body: text, value } = payloadDraft(twin, payload, fresh);
        return rawDraft(twin, { text, value, contentType: quoted });
      },
    },
  );
}
