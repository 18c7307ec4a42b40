/** The schemas that the operations of a contract name themselves. */
import {
  type Contract,
  type Example,
  isJsonType,
  type MediaType,
  type Operation,
} from '../../../spec/contract.ts';
import { flatten } from '../../../spec/flatten.ts';
import type { Direction, Schema } from '../../../spec/schema.ts';

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
  return operations.flatMap((operation) => [...requestRoots(operation), ...responseRoots(operation)]);
}

function requestRoots({ id, parameters, requestBody }: Operation): readonly Root[] {
  const named = parameters.flatMap((parameter) => {
    const { name, schema, content, examples } = parameter;
    return [{ schema, examples }, ...content].flatMap((part) =>
      rootOf({ subject: id, name: `the parameter ${name}`, direction: 'request' }, part),
    );
  });
  const body = { subject: id, name: 'the request body', direction: 'request' } as const;
  return [...named, ...(requestBody?.content ?? []).flatMap((media) => rootOf(body, withoutText(media)))];
}

function responseRoots({ id, responses }: Operation): readonly Root[] {
  return responses.flatMap(({ status, content, headers }) => {
    const about = { subject: id, direction: 'response' } as const;
    return [
      ...content.flatMap((media) => rootOf({ ...about, name: `the body of ${status}` }, withoutText(media))),
      ...headers.flatMap((header) => rootOf({ ...about, name: `the header ${header.name}` }, header)),
    ];
  });
}

interface Described {
  readonly schema: Schema | undefined;
  readonly examples?: readonly Example[];
}

function rootOf(
  about: Omit<Root, 'schema' | 'examples'>,
  { schema, examples = [] }: Described,
): readonly Root[] {
  return schema === undefined ? [] : [{ ...about, schema, examples }];
}

/** What is no JSON may be shown as the text that is sent: `<bed/>` is a right example of an object in XML. */
function withoutText({ range, schema, examples }: MediaType): Described {
  const isValue =
    isJsonType(range) || (schema !== undefined && flatten(schema).types?.has('string') !== false);
  return { schema, examples: examples.filter(({ value }) => isValue || typeof value !== 'string') };
}
