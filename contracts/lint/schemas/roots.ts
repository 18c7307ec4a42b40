/** The schemas that a contract names itself, not by way of another schema. */
import {
  type Aside,
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
import { flatten } from '../../../spec/sampling/flatten.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { readHeader } from '../../http/headers.ts';

/** A schema that an operation names itself: that of a parameter, a header or a body. */
export interface Root {
  /** The operation's id. */
  readonly subject: string;
  /** `the header X-Rate`, `the body` */
  readonly name: string;
  readonly direction: Direction;
  readonly schema: Schema;
  readonly examples: readonly Example[];
}

export function rootsOf({ operations }: Contract): readonly Root[] {
  return operations.flatMap(rootsOfOperation);
}

const nothing: Aside = {
  ...{ operations: [], parameters: [], headers: [], requestBodies: [], responses: [], schemas: [] },
  unreadable: [],
};

/**
 * Those of callbacks, webhooks and components, under the title of the contract. Which way they go is the best guess: in
 * a callback the implementation is the one that asks.
 */
export function rootsAside({ aside = nothing, title: subject }: Contract): readonly Root[] {
  const { operations, parameters, headers, requestBodies, responses, schemas } = aside;
  return [
    ...operations.flatMap(rootsOfOperation).map((root) => ({ ...root, subject })),
    ...parameters.flatMap((parameter) => parameterRoots(subject, parameter)),
    ...headers.flatMap((header) => headerRoots(subject, header)),
    ...requestBodies.flatMap(({ content }) => bodyRoots({ ...request, subject }, content)),
    ...responses.flatMap((response) => responseRoots(subject, response)),
    ...schemas.map((schema): Root => {
      return { subject, name: 'the component', direction: 'response', schema, examples: [] };
    }),
  ];
}

const request = { name: 'the request body', direction: 'request' } as const;

function rootsOfOperation({ id, parameters, requestBody, responses }: Operation): readonly Root[] {
  return [
    ...parameters.flatMap((parameter) => parameterRoots(id, parameter)),
    ...bodyRoots({ ...request, subject: id }, requestBody?.content ?? []),
    ...responses.flatMap((response) => responseRoots(id, response)),
  ];
}

function parameterRoots(subject: string, { name, content, ...own }: Parameter): readonly Root[] {
  const about = { subject, name: `the parameter ${name}`, direction: 'request' } as const;
  return [...rootOf(about, withoutWritten(own)), ...bodyRoots(about, content)];
}

function responseRoots(subject: string, { status, content, headers }: Response): readonly Root[] {
  return [
    ...bodyRoots({ subject, name: `the body of ${status}`, direction: 'response' }, content),
    ...headers.flatMap((header) => headerRoots(subject, header)),
  ];
}

function headerRoots(subject: string, { name, content = [], ...own }: Header): readonly Root[] {
  const about = { subject, name: `the header ${name}`, direction: 'response' } as const;
  return [...rootOf(about, withoutWritten(own)), ...bodyRoots(about, content)];
}

type About = Omit<Root, 'schema' | 'examples'>;

function bodyRoots(about: About, content: readonly MediaType[]): readonly Root[] {
  return content.flatMap((media) => rootOf(about, withoutText(media)));
}

interface Described {
  readonly schema: Schema | undefined;
  readonly examples?: readonly Example[];
}

function rootOf(about: About, { schema, examples = [] }: Described): readonly Root[] {
  return schema === undefined ? [] : [{ ...about, schema, examples }];
}

/** A list or object in the address or a header may be shown as it is written there: `1,2`. */
function withoutWritten({ schema, examples = [] }: Described): Described {
  if (schema === undefined || flatten(schema).types?.has('string') !== false) return { schema, examples };
  const isWritten = ({ value }: Example) =>
    typeof value === 'string' && isComposite(schema) && isValid(schema, readHeader(schema, value), 'request');
  return { schema, examples: examples.filter((example) => !isWritten(example)) };
}

function isComposite(schema: Schema): boolean {
  const { types } = flatten(schema);
  return types?.has('array') === true || types?.has('object') === true;
}

/** What is no JSON may be shown as the text that is sent: `<bed/>` is a right example of an object in XML. */
function withoutText({ range, schema, examples }: MediaType): Described {
  const isValue =
    isJsonType(range) || (schema !== undefined && flatten(schema).types?.has('string') !== false);
  return { schema, examples: examples.filter(({ value }) => isValue || typeof value !== 'string') };
}
