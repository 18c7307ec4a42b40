import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { allowsNoResponse } from '../model/untestable.ts';
import type { Check } from './check.ts';

export const bodyMatchesSchema: Check = {
  id: 'body-matches-schema',
  severity: 'error',
  invariant: 'the body matches the schema that the contract declares for the status, with exact integers',
  title: 'The body does not match its schema',
  why: 'A typed client reads a value that its type does not allow. Likely causes: a missing property, null for an unknown value, a number sent as a string, a number outside its integer type, an envelope around the record. Build the response from the declared type, and omit properties without a value.',
  references: 'OpenAPI, Media Type Object and Schema Object; in OpenAPI 3.1, JSON Schema 2020-12',
  frameworkDefaults:
    'Jackson (unless JsonInclude.NON_NULL) and System.Text.Json (unless JsonIgnoreCondition.WhenWritingNull) write null for missing values; Go encoding/json writes the zero value (unless omitempty)',
  appliesTo: ({ json, media }) => json?.ok === true && media?.schema !== undefined && !allowsNoResponse(media.schema),
  violations({ json, media, declared }) {
    if (json?.ok !== true || media?.schema === undefined) return [];
    return validate(media.schema, json.value, 'response').map(({ path, keyword, place, expected, received }) => ({
      responsePart: { in: 'body', path },
      expected: `${formatPath(path)}: ${expected}`,
      received,
      place,
      // Without array indexes: all items of a list share one cause.
      key: `${declared?.status} ${keyword} ${formatPath(path.filter((part) => typeof part === 'string'))}`,
    }));
  },
};
