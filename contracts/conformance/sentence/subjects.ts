/** What stands at each place of a contract, by its name in words. */
import type { Contract, MediaType, Operation, Parameter, Place, Response } from '../../../spec/contract.ts';
import type { Schema } from '../../../spec/schema.ts';
import { below } from '../coverage/schema-parts.ts';

export type Subject =
  /** Something with one sentence of its own. */
  | { readonly kind: 'said'; readonly sentence: string }
  /** A schema, which says something by each of its keywords. */
  | { readonly kind: 'schema'; readonly name: string; readonly schema: Schema };

/** By file and pointer; what is referred to from several places goes by the first. */
export type Subjects = ReadonlyMap<string, Subject>;

export function keyOf({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

export function subjectsOf({ operations, securitySchemes }: Contract): Subjects {
  const subjects = new Map<string, Subject>();
  for (const operation of operations) {
    say(operation.place, operationSentence(operation));
    for (const parameter of operation.parameters) nameParameter(operation, parameter);
    nameRequestBody(operation);
    for (const response of operation.responses) nameResponse(operation, response);
  }
  for (const { name, place } of securitySchemes) say(place, `a request needs the credentials of "${name}"`);
  return subjects;

  function say(place: Place, sentence: string): void {
    if (!subjects.has(keyOf(place))) subjects.set(keyOf(place), { kind: 'said', sentence });
  }

  function nameParameter({ id }: Operation, parameter: Parameter): void {
    const { in: where, name, required, place, schema, content } = parameter;
    const label = `the ${where} parameter "${name}"`;
    say(place, `${label} of ${id} is ${required ? 'required' : 'optional'}`);
    for (const one of [schema, ...content.map((media) => media.schema)]) nameSchema(one, `${label} of ${id}`);
  }

  function nameRequestBody({ id, requestBody }: Operation): void {
    if (requestBody === undefined) return;
    say(requestBody.place, `${id} ${requestBody.required ? 'needs' : 'may have'} a body`);
    nameMedia(requestBody.content, `the body of ${id}`);
  }

  function nameResponse({ id }: Operation, { status, place, headers, content }: Response): void {
    const answer = status === 'default' ? 'any other answer' : `the ${status} answer`;
    say(place, `${status === 'default' ? 'a default answer' : status} is declared for ${id}`);
    for (const header of headers) {
      const label = `the header "${header.name}" of ${answer} of ${id}`;
      say(header.place, `${label} is ${header.required ? 'required' : 'optional'}`);
      nameSchema(header.schema, label);
    }
    nameMedia(content, `${answer} of ${id}`);
  }

  function nameMedia(content: readonly MediaType[], label: string): void {
    for (const { range, place, schema } of content) {
      say(place, `${label} is ${range}`);
      nameSchema(schema, label);
    }
  }

  /** Parents before children: whatever has been named has had its parts named too. */
  function nameSchema(schema: Schema | undefined, label: string): void {
    if (schema === undefined || subjects.has(keyOf(schema.place))) return;
    const name = componentName(schema.place) ?? label;
    subjects.set(keyOf(schema.place), { kind: 'schema', name, schema });
    for (const [part, partName] of partsOf(schema, name)) nameSchema(part, partName);
  }
}

function operationSentence({ id, responses }: Operation): string {
  const statuses = responses.map(({ status }) => (status === 'default' ? 'any other status' : status));
  return statuses.length === 0 ? `${id} declares no answer` : `${id} is answered ${orList(statuses)}`;
}

function* partsOf(schema: Schema, name: string): Generator<readonly [Schema | undefined, string]> {
  const { allOf, anyOf, oneOf, not, then, dependentSchemas, propertyNames } = schema;
  for (const part of [...allOf, ...anyOf, ...oneOf, not, schema.if, then, schema.else]) yield [part, name];
  for (const part of dependentSchemas.values()) yield [part, name];
  for (const [property, part] of schema.properties) yield [part, propertyName(name, property)];
  for (const { schema: part } of schema.patternProperties) yield [part, `a property of ${name}`];
  if (schema.additionalProperties?.possible === true)
    yield [schema.additionalProperties, `a further property of ${name}`];
  yield [propertyNames, `the name of a property of ${name}`];
  for (const part of [...schema.prefixItems, schema.items, schema.contains])
    yield [part, `an item of ${name}`];
}

/** `NewPlant.id`, `the body of createPlant` + `.id`: `"id" of the body of createPlant`. */
function propertyName(name: string, property: string): string {
  return /\s/.test(name) ? `"${property}" of ${name}` : below(name, property);
}

/** `NewPlant` of `/components/schemas/NewPlant`; undefined for what has no name of its own. */
function componentName({ pointer }: Place): string | undefined {
  return /^\/(?:components\/schemas|definitions|\$defs)\/([^/]+)$/.exec(pointer)?.[1];
}

/** `200`, `200 or 400`, `200, 400 or 404` */
export function orList(words: readonly string[], last = 'or'): string {
  const [end = '', ...others] = words.toReversed();
  return others.length === 0 ? end : `${others.toReversed().join(', ')} ${last} ${end}`;
}
