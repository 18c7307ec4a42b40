/** Where the requests and responses of an operation carry secrets, by its schemas and by well-known names. */
import type { MediaType, Operation, Parameter, Response } from '../../../spec/model/contract.ts';
import { mediaTypeFor, responseFor } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isSecret, secretNamesIn } from '../../../spec/model/secret-schemas.ts';
import { remembered } from '../../../spec/remembered.ts';
import { type SecretNames, secretNames } from './names.ts';

export interface SecretFields {
  /** Of members, fields, parts and elements, at whatever depth. */
  readonly names: SecretNames;
  /** By lower-case name, of both sides. */
  readonly headers: ReadonlySet<string>;
  /** For a path parameter its name. */
  readonly isParameter: (place: string, name: string) => boolean;
  /** The template, where a parameter in it is secret. */
  readonly path: string | undefined;
  /** Whether the body is a secret as a whole. */
  readonly isRequestBody: (type: string | undefined) => boolean;
  readonly isResponseBody: (status: number, type: string | undefined) => boolean;
}

/** Undefined where no route fits: then only names count that hold secrets wherever they stand. */
export function secretFieldsOf(operation: Operation | undefined): SecretFields {
  return operation === undefined ? withoutOperation : fieldsOf(operation);
}

const withoutOperation: SecretFields = {
  names: secretNames([]),
  headers: new Set(),
  isParameter: () => false,
  path: undefined,
  isRequestBody: () => false,
  isResponseBody: () => false,
};

const fieldsOf = remembered((operation: Operation): SecretFields => {
  const { parameters, responses, requestBody } = operation;
  const secret = parameters.filter(isSecretParameter);
  const headers = responses.flatMap((response) => response.headers.filter(isSecretParameter));
  const sent = secret.filter((one) => one.in === 'header');
  const inQuery = secret.filter((one) => one.in === 'query').map(({ name }) => name);
  const isInPath = secret.some((one) => one.in === 'path');
  return {
    names: secretNames([...secretNamesIn(schemasOf(operation)), ...inQuery]),
    headers: new Set([...sent, ...headers].map(({ name }) => name.toLowerCase())),
    isParameter: (place, name) => secret.some((one) => one.in === place && one.name === name),
    path: isInPath ? operation.path : undefined,
    isRequestBody: (type) => isSecretContent(requestBody?.content ?? [], type),
    isResponseBody: (status, type) => isSecretContent(responseFor(operation, status)?.content ?? [], type),
  };
});

/** One with a secret in it is hidden as a whole: how a list or an object is written differs. */
function isSecretParameter({
  schema,
  content = [],
}: Pick<Parameter, 'schema'> & Pick<Partial<Parameter>, 'content'>) {
  const schemas = [schema, ...content.map((media) => media.schema)].filter((one) => one !== undefined);
  return schemas.some(isSecret) || secretNamesIn(schemas).size > 0;
}

function schemasOf({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const content = [
    ...parameters.flatMap((parameter) => parameter.content),
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response: Response) => response.content),
  ];
  const all = [...parameters, ...content].map(({ schema }) => schema);
  return all.filter((schema) => schema !== undefined);
}

/** Of a type that is not declared, or none, the body may be any of those that are. */
function isSecretContent(content: readonly MediaType[], type: string | undefined): boolean {
  const media = type === undefined ? undefined : mediaTypeFor(content, type);
  const possible = media === undefined ? content : [media];
  return possible.some(({ schema }) => schema !== undefined && isSecret(schema));
}
