import { describeValue, formatPath } from '../../../spec/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import { type Check, weighed } from './check.ts';
import { shownWriteOnly } from './shown/write-only.ts';

export const writeOnlyIsHidden: Check = {
  id: 'write-only-is-hidden',
  severity: 'fault',
  holds: 'no answer shows a property that is writeOnly',
  title: 'An answer shows what is write-only',
  why: 'A password, a PIN or a key goes out to whoever may read the record, and into logs and caches on the way. Likely cause: the answer is made from the whole of what is stored. Make answers from a type of their own, which has no such property.',
  restsOn: 'OpenAPI 3.0, Schema Object (writeOnly); JSON Schema Validation 2020-12, section 9.4',
  defaults: 'Jackson shows every property that it reads, but for JsonProperty.Access.WRITE_ONLY',
  appliesTo: ({ answer, json, media }) =>
    answer !== undefined && isSuccess(answer.status) && json?.ok === true && media?.schema !== undefined,
  violations({ json, media, case: { operation } }) {
    if (json?.ok !== true || media?.schema === undefined) return [];
    return [...shownWriteOnly(media.schema, json.value)].map(({ path, schema, value }) => {
      const name = formatPath(path);
      const violation = {
        expected: `${name}: nothing, as it is writeOnly`,
        // What it holds is secret more often than not.
        received: value === null ? describeValue(null) : 'a value',
        at: { in: 'body', path },
        place: schema.place,
        rule: 'a writeOnly property is never present when a record is read (JSON Schema 2020-12, validation, section 9.4)',
        key: formatPath(path.filter((part) => typeof part === 'string')),
      } as const;
      return weighed(violation, whyOpen(operation.openapi, value === null));
    });
  },
};

function whyOpen(openapi: '3.0' | '3.1' | undefined, isNull: boolean): string | undefined {
  if (openapi !== '3.1') return 'OpenAPI 3.0 says SHOULD NOT';
  return isNull ? 'null shows that there is one, and no more' : undefined;
}
