/** Names the part of the contract at each place. */
import type { Contract, MediaType, Operation, Parameter, Place, Response } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { appendToPath } from '../../coverage/schema-parts.ts';

/** The part of the contract at a place. */
export type ContractSubject =
  /** A part that one sentence describes. */
  | { readonly kind: 'sentence'; readonly sentence: string }
  /** A schema, described keyword by keyword. */
  | { readonly kind: 'schema'; readonly name: string; readonly schema: Schema };

/** By file and pointer; a part referred to several times has the name of its first reference. */
export type ContractSubjects = ReadonlyMap<string, ContractSubject>;

/** A place as the key of a map. */
export function placeKey({ file, pointer }: Place): string {
  return `${file}#${pointer}`;
}

/** The subjects of the whole contract. */
export function contractSubjects({ operations, securitySchemes }: Contract): ContractSubjects {
  const subjects = new Map<string, ContractSubject>();
  for (const operation of operations) for (const label of operationLabels(operation)) addLabel(subjects, label);
  for (const { name, place } of securitySchemes)
    addLabel(subjects, { place, sentence: `a request requires the credentials of "${name}"` });
  return subjects;
}

/** The subjects of one operation, named after it; without components, which have the same name everywhere. */
export function operationSubjects(operation: Operation): ContractSubjects {
  const subjects = new Map<string, ContractSubject>();
  for (const label of operationLabels(operation)) addLabel(subjects, label, 'without components');
  return subjects;
}

/** A place with its sentence, or a schema with its name. */
type SubjectLabel =
  | { readonly place: Place; readonly sentence: string }
  | { readonly schema: Schema | undefined; readonly name: string };

type SubjectScope = 'whole' | 'without components';

function addLabel(subjects: Map<string, ContractSubject>, label: SubjectLabel, scope: SubjectScope = 'whole'): void {
  if ('schema' in label) addSchema(subjects, label, scope);
  else if (!subjects.has(placeKey(label.place)))
    subjects.set(placeKey(label.place), { kind: 'sentence', sentence: label.sentence });
}

/** Parents before children: if a schema is named already, so are its parts. */
function addSchema(
  subjects: Map<string, ContractSubject>,
  { schema, name: label }: Extract<SubjectLabel, { name: string }>,
  scope: SubjectScope,
): void {
  if (schema === undefined || subjects.has(placeKey(schema.place))) return;
  const component = componentName(schema.place);
  if (component !== undefined && scope === 'without components') return;
  const name = component ?? label;
  subjects.set(placeKey(schema.place), { kind: 'schema', name, schema });
  for (const [part, partName] of schemaParts(schema, name))
    addSchema(subjects, { schema: part, name: partName }, scope);
}

function* operationLabels(operation: Operation): Generator<SubjectLabel> {
  const { id, place, parameters, requestBody, responses } = operation;
  yield { place, sentence: operationSentence(operation) };
  for (const parameter of parameters) yield* parameterLabels(id, parameter);
  if (requestBody !== undefined) {
    yield {
      place: requestBody.place,
      sentence: `${id} ${requestBody.required ? 'requires' : 'may have'} a body`,
    };
    yield* mediaLabels(requestBody.content, `the body of ${id}`);
  }
  for (const response of responses) yield* responseLabels(id, response);
}

function* parameterLabels(id: string, parameter: Parameter): Generator<SubjectLabel> {
  const { in: where, name, required, place, schema, content } = parameter;
  const label = `the ${where} parameter "${name}" of ${id}`;
  yield { place, sentence: `${label} is ${required ? 'required' : 'optional'}` };
  for (const one of [schema, ...content.map((media) => media.schema)]) yield { schema: one, name: label };
}

function* responseLabels(id: string, { status, place, headers, content }: Response): Generator<SubjectLabel> {
  const isDefault = status === 'default';
  const responseText = isDefault ? 'the default response' : `the ${status} response`;
  yield { place, sentence: `${isDefault ? 'a default response' : status} is declared for ${id}` };
  for (const header of headers) {
    const label = `the header "${header.name}" of ${responseText} of ${id}`;
    yield { place: header.place, sentence: `${label} is ${header.required ? 'required' : 'optional'}` };
    yield { schema: header.schema, name: label };
  }
  yield* mediaLabels(content, `${responseText} of ${id}`);
}

function* mediaLabels(content: readonly MediaType[], name: string): Generator<SubjectLabel> {
  for (const { range, place, schema } of content) {
    yield { place, sentence: `${name} is ${range}` };
    yield { schema, name };
  }
}

function operationSentence({ id, responses }: Operation): string {
  const statuses = responses.map(({ status }) => (status === 'default' ? 'any other status' : status));
  return statuses.length === 0 ? `${id} declares no response` : `${id} returns ${orList(statuses)}`;
}

function* schemaParts(schema: Schema, name: string): Generator<readonly [Schema | undefined, string]> {
  yield* combinedParts(schema, name);
  for (const [property, part] of schema.properties) yield [part, propertyName(name, property)];
  for (const { schema: part } of schema.patternProperties) yield [part, `a property of ${name}`];
  if (schema.additionalProperties?.isSatisfiable === true)
    yield [schema.additionalProperties, `an additional property of ${name}`];
  yield [schema.propertyNames, `the name of a property of ${name}`];
  for (const part of [...schema.prefixItems, schema.items]) yield [part, `an item of ${name}`];
  yield [schema.contains, `at least one item of ${name}`];
}

/** Subschemas that apply to the same value, with the condition under which they apply. */
function* combinedParts(schema: Schema, name: string): Generator<readonly [Schema | undefined, string]> {
  for (const part of schema.allOf) yield [part, name];
  for (const part of [...schema.anyOf, ...schema.oneOf]) yield [part, `one alternative of ${name}`];
  yield [schema.not, `the "not" schema of ${name}`];
  yield [schema.if, `the "if" schema of ${name}`];
  yield [schema.then, `${name} where "if" matches`];
  yield [schema.else, `${name} where "if" does not match`];
  for (const [property, part] of schema.dependentSchemas) yield [part, `${name} with "${property}"`];
}

/** `NewOrder.id`, `the body of createOrder` + `.id`: `"id" of the body of createOrder`. */
function propertyName(name: string, property: string): string {
  return /\s/.test(name) ? `"${property}" of ${name}` : appendToPath(name, property);
}

/** `NewOrder` of `/components/schemas/NewOrder`; undefined for an inline schema. */
function componentName({ pointer }: Place): string | undefined {
  return /^\/(?:components\/schemas|definitions|\$defs)\/([^/]+)$/.exec(pointer)?.[1];
}

/** `200`, `200 or 400`, `200, 400 or 404` */
export function orList(items: readonly string[], last = 'or'): string {
  const [end = '', ...others] = items.toReversed();
  return others.length === 0 ? end : `${others.toReversed().join(', ')} ${last} ${end}`;
}
