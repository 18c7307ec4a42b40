/** The schemas that a contract refers to directly, not through another schema. */
import {
  type ComponentParts,
  type Contract,
  type Example,
  type Header,
  isJsonType,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';

/** A schema that an operation refers to directly: that of a parameter, a header or a body. */
export interface SchemaRoot {
  /** The operation's id. */
  readonly subject: string;
  /** `the header X-Rate`, `the body` */
  readonly name: string;
  readonly direction: Direction;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export function collectRoots({ operations }: Contract): readonly SchemaRoot[] {
  return operations.flatMap(rootsOfOperation);
}

const noComponentParts: ComponentParts = {
  ...{ operations: [], parameters: [], headers: [], requestBodies: [], responses: [], schemas: [] },
  unreadable: [],
};

/**
 * Schemas of callbacks, webhooks and components, with the title of the contract as subject. The direction is a guess:
 * in a callback, the implementation sends the request.
 */
export function collectUnusedRoots({
  componentParts = noComponentParts,
  title: subject,
}: Contract): readonly SchemaRoot[] {
  const { operations, parameters, headers, requestBodies, responses, schemas } = componentParts;
  return [
    ...operations.flatMap(rootsOfOperation).map((root) => ({ ...root, subject })),
    ...parameters.flatMap((parameter) => parameterRoots(subject, parameter)),
    ...headers.flatMap((header) => headerRoots(subject, header)),
    ...requestBodies.flatMap(({ content }) => bodyRoots({ ...requestBodyDetails, subject }, content)),
    ...responses.flatMap((response) => responseRoots(subject, response)),
    ...schemas.map((schema): SchemaRoot => {
      return { subject, name: 'the component', direction: 'response', schema, examples: [] };
    }),
  ];
}

const requestBodyDetails = { name: 'the request body', direction: 'request' } as const;

function rootsOfOperation({ id, parameters, requestBody, responses }: Operation): readonly SchemaRoot[] {
  return [
    ...parameters.flatMap((parameter) => parameterRoots(id, parameter)),
    ...bodyRoots({ ...requestBodyDetails, subject: id }, requestBody?.content ?? []),
    ...responses.flatMap((response) => responseRoots(id, response)),
  ];
}

function parameterRoots(subject: string, { name, content, ...described }: Parameter): readonly SchemaRoot[] {
  const details = { subject, name: `the parameter ${name}`, direction: 'request' } as const;
  return [...toRoots(details, withoutSerializedExamples(described)), ...bodyRoots(details, content)];
}

function responseRoots(subject: string, { status, content, headers }: Response): readonly SchemaRoot[] {
  return [
    ...bodyRoots({ subject, name: `the body of ${status}`, direction: 'response' }, content),
    ...headers.flatMap((header) => headerRoots(subject, header)),
  ];
}

function headerRoots(subject: string, { name, content = [], ...described }: Header): readonly SchemaRoot[] {
  const details = { subject, name: `the header ${name}`, direction: 'response' } as const;
  return [...toRoots(details, withoutSerializedExamples(described)), ...bodyRoots(details, content)];
}

type RootDetails = Omit<SchemaRoot, 'schema' | 'examples'>;

function bodyRoots(details: RootDetails, content: readonly MediaType[]): readonly SchemaRoot[] {
  return content.flatMap((media) => toRoots(details, withoutTextExamples(media)));
}

interface SchemaWithExamples {
  readonly schema: Schema | undefined;
  readonly examples?: readonly Example[];
}

function toRoots(details: RootDetails, { schema, examples = [] }: SchemaWithExamples): readonly SchemaRoot[] {
  return schema === undefined ? [] : [{ ...details, schema, examples }];
}

/** The example of a list or object in a URL or header may be in serialized form: `1,2`. */
function withoutSerializedExamples({ schema, examples = [] }: SchemaWithExamples): SchemaWithExamples {
  if (schema === undefined || flattenSchema(schema).types?.has('string') !== false) return { schema, examples };
  const isSerialized = ({ value }: Example) =>
    typeof value === 'string' && isComposite(schema) && isValid(schema, parseHeader(schema, value), 'request');
  return { schema, examples: examples.filter((example) => !isSerialized(example)) };
}

function isComposite(schema: Schema): boolean {
  const { types } = flattenSchema(schema);
  return types?.has('array') === true || types?.has('object') === true;
}

/** An example that is not JSON may be the text that is sent: `<bed/>` is a valid example of an XML object. */
function withoutTextExamples({ range, schema, examples }: MediaType): SchemaWithExamples {
  const isValue = isJsonType(range) || (schema !== undefined && flattenSchema(schema).types?.has('string') !== false);
  return { schema, examples: examples.filter(({ value }) => isValue || typeof value !== 'string') };
}
