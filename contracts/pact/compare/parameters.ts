/** Holds the parameters that an interaction sends to the contract: presence, style and schema, integers exactly. */
import type { Parameter } from '../../../spec/model/contract.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { childOf, valueAt } from './document.ts';
import type { Found } from './found.ts';
import { partsOf } from './schema-parts.ts';
import { type Sent, sentFor } from './sent-parameter.ts';
import { isGenerated, type Subject } from './subject.ts';

/** What is wrong with the parameters of a request, whatever the consumer expects of it. */
export function parameterFaults(subject: Subject): readonly Found[] {
  return subject.operation.parameters.flatMap((parameter) => {
    const sent = sentFor(parameter, subject);
    if (sent === undefined) return missing(parameter, subject);
    return [...judged(parameter, sent, subject), ...repeated(parameter, subject)];
  });
}

function missing(parameter: Parameter, subject: Subject): readonly Found[] {
  const { name, required, place } = parameter;
  const isWrittenLater =
    (parameter.in === 'query' || parameter.in === 'header') && isGenerated(subject, parameter.in, name);
  // A path that fits its template has them all.
  if (!required || isWrittenLater || parameter.in === 'path') return [];
  return [
    {
      severity: 'error',
      code: `request.${parameter.in}.missing`,
      at: `${parameter.in}.${name}`,
      received: 'nothing',
      expected: `a value (the ${parameter.in} parameter is required)`,
      pointer: `${subject.interaction.place.pointer}/request`,
      place,
    },
  ];
}

function judged(parameter: Parameter, { value, pointer }: Sent, subject: Subject): readonly Found[] {
  const schema = parameter.schema ?? parameter.content[0]?.schema;
  if (schema === undefined || (value === '' && mayBeEmpty(parameter, subject))) return [];
  return validate(schema, value, 'request').map(({ at, received, expected, place }) => ({
    severity: 'error',
    code: `request.${parameter.in}.incompatible`,
    at: formatPath(at, formatPath([parameter.name], parameter.in)),
    received,
    expected,
    pointer,
    place,
  }));
}

/** Many frameworks read `tags=a&tags=b` all the same; the contract says `tags=a,b`. */
function repeated(parameter: Parameter, { query }: Subject): readonly Found[] {
  const { name, explode, schema, place } = parameter;
  const field = parameter.in === 'query' && !explode ? query.find((one) => one.name === name) : undefined;
  if (field === undefined || field.values.length < 2 || !partsOf(schema).types.has('array')) return [];
  return [
    {
      severity: 'warning',
      code: 'request.query.style',
      at: formatPath([name], 'query'),
      received: `the parameter ${field.values.length} times`,
      expected: 'it once, with all items in it (explode: false)',
      pointer: field.pointer,
      place,
    },
  ];
}

/** `?verbose=` for a parameter with `allowEmptyValue`, which stands beside the schema. */
function mayBeEmpty(parameter: Parameter, { contract }: Subject): boolean {
  return childOf(valueAt(contract, parameter.place), 'allowEmptyValue') === true;
}
