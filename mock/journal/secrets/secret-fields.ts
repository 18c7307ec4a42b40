/**
 * Where the requests and responses of an operation contain secrets, by its schemas and by well-known names; and
 * violations without the secrets that they quote.
 */

import { tokenPropertyNames } from '../../../spec/login/token-names.ts';
import { memoize } from '../../../spec/memoize.ts';
import {
  findMediaType,
  findResponse,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { findSecretNames, isSecretSchema } from '../../../spec/model/secret-schemas.ts';
import { MASK } from '../../authentication/credential-locations.ts';
import type { ContractViolation } from '../../http/http-error.ts';
import { type SecretNames, secretNames } from './secret-names.ts';

export interface SecretFields {
  /** Names of members, fields, parts and elements at any depth. */
  readonly names: SecretNames;
  /** Lower-case names of request and response headers. */
  readonly headers: ReadonlySet<string>;
  /** `place` is the location of the parameter, such as `query`. */
  readonly isParameter: (place: string, name: string) => boolean;
  /** The path template, if one of its parameters is secret. */
  readonly path: string | undefined;
  /** Whether the whole body is a secret. */
  readonly isRequestBody: (type: string | undefined) => boolean;
  readonly isResponseBody: (status: number, type: string | undefined) => boolean;
}

/** Undefined if no route matches: then only well-known names count as secrets. */
export function findSecretFields(operation: Operation | undefined): SecretFields {
  return operation === undefined ? wellKnownOnly : operationSecretFields(operation);
}

const wellKnownOnly: SecretFields = {
  names: secretNames([]),
  headers: new Set(),
  isParameter: () => false,
  path: undefined,
  isRequestBody: () => false,
  isResponseBody: () => false,
};

const operationSecretFields = memoize((operation: Operation): SecretFields => {
  const { parameters, responses, requestBody } = operation;
  const secret = parameters.filter(isSecretParameter);
  const headers = responses.flatMap((response) => response.headers.filter(isSecretParameter));
  const sent = secret.filter((one) => one.in === 'header');
  const inQuery = secret.filter((one) => one.in === 'query').map(({ name }) => name);
  const isInPath = secret.some((one) => one.in === 'path');
  return {
    names: secretNames([...findSecretNames(operationSchemas(operation)), ...inQuery, ...tokenPropertyNames(operation)]),
    headers: new Set([...sent, ...headers].map(({ name }) => name.toLowerCase())),
    isParameter: (place, name) => secret.some((one) => one.in === place && one.name === name),
    path: isInPath ? operation.path : undefined,
    isRequestBody: (type) => isSecretContent(requestBody?.content ?? [], type),
    isResponseBody: (status, type) => isSecretContent(findResponse(operation, status)?.content ?? [], type),
  };
});

/** A parameter that contains a secret is masked as a whole, because lists and objects have many serializations. */
function isSecretParameter({ schema, content = [] }: Pick<Parameter, 'schema'> & Pick<Partial<Parameter>, 'content'>) {
  const schemas = [schema, ...content.map((media) => media.schema)].filter((one) => one !== undefined);
  return schemas.some(isSecretSchema) || findSecretNames(schemas).size > 0;
}

function operationSchemas({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const content = [
    ...parameters.flatMap((parameter) => parameter.content),
    ...(requestBody?.content ?? []),
    ...responses.flatMap((response: Response) => response.content),
  ];
  const all = [...parameters, ...content].map(({ schema }) => schema);
  return all.filter((schema) => schema !== undefined);
}

/** If the type is missing or not declared, the body may be any of the declared ones. */
function isSecretContent(content: readonly MediaType[], type: string | undefined): boolean {
  const media = type === undefined ? undefined : findMediaType(content, type);
  const possible = media === undefined ? content : [media];
  return possible.some(({ schema }) => schema !== undefined && isSecretSchema(schema));
}

/** A violation without secrets. */
export interface RedactedViolation {
  readonly message: string;
  /** The secret as quoted in the message; undefined if there is none. */
  readonly secret?: string;
}

export function redactViolation(
  { at, message }: Pick<ContractViolation, 'at' | 'message'>,
  fields: SecretFields,
): RedactedViolation {
  const found = concernsSecret(at, fields) ? quotedValuePattern.exec(message) : null;
  const [quoted, type = ''] = found ?? [];
  if (found === null || quoted === undefined) return { message };
  return {
    message: `${message.slice(0, found.index)}, got ${type}${MASK}`,
    secret: quoted.slice(', got '.length),
  };
}

/** A value with its type, also at the end of a truncated text. */
const quotedValuePattern = /, got (?!(?:nothing|null|object|array)$)((?:string|integer|number|boolean) )?.+$/s;

function concernsSecret(at: ContractViolation['at'], fields: SecretFields): boolean {
  const [place, name] = at;
  if (typeof place === 'string' && typeof name === 'string' && fields.isParameter(place, name)) return true;
  if (place === 'header' && typeof name === 'string') return fields.headers.has(name.toLowerCase());
  if (place === 'body' && at.length === 1 && fields.isRequestBody(undefined)) return true;
  return at.slice(1).some((part) => typeof part === 'string' && fields.names.has(part));
}
