import type { Case } from '../model/case.ts';
import { withPayload } from '../request/twin.ts';
import type { Family } from './family.ts';
import { absentFields } from './form-fields/absent.ts';
import { fileCases } from './form-fields/files.ts';
import type { FormBody } from './form-fields/form-body.ts';
import { namedOtherwise } from './form-fields/names.ts';
import { quotedBoundary } from './form-fields/parts.ts';
import { fieldProbes } from './form-fields/probes.ts';

/** Forms, urlencoded and in parts, field by field: left out, at their limits, of wrong types, beyond the declared ones. */
export const formFields: Family = {
  name: 'form-fields',
  summary: 'fields of a form are taken as declared and rejected when they are not',
  *generate(twin): Generator<Case> {
    for (const payload of twin.payloads) {
      const { form, schema, full } = payload;
      if (form === undefined || schema === undefined || full === undefined) continue;
      const body: FormBody = { twin: withPayload(twin, payload), payload, form, schema, full };
      yield* absentFields(body);
      for (const field of form.fields)
        yield* field.isFile ? fileCases(body, field) : fieldProbes(body, field);
      yield* namedOtherwise(body);
      if (payload.kind === 'multipart') yield quotedBoundary(body);
    }
  },
};
