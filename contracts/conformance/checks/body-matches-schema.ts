import { formatPath, validate } from '../../../spec/validation/validate.ts';
import type { Check } from './check.ts';

export const bodyMatchesSchema: Check = {
  id: 'body-matches-schema',
  severity: 'error',
  invariant: 'the body is valid by the schema that the contract declares for the status, integers exactly',
  title: 'The body does not match its schema',
  why: 'A typed client reads a value that its type does not have. Likely causes: a property left out or null where nothing is known, a number as text, a number beyond its integer type, an envelope around the record. Make the answer from the type that the contract declares, and leave out what has no value.',
  references: 'OpenAPI, Media Type Object and Schema Object; in OpenAPI 3.1 JSON Schema 2020-12',
  frameworkDefaults:
    'Jackson (but for JsonInclude.NON_NULL) and System.Text.Json (but for JsonIgnoreCondition.WhenWritingNull) write null for what is not there, and encoding/json of Go the zero value (but for omitempty)',
  appliesTo: ({ json, media }) => json?.ok === true && media?.schema !== undefined,
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
