/**
 * Validates a request and returns its typed values, or an error with all violations. Prism's validation is not used,
 * because it fails open and does not support int64.
 */
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { validate } from '../../spec/validation/validate.ts';
import {
  type ContractViolation,
  HttpError,
  invalidRequestError,
  quoteText,
  toContractViolation,
} from '../http/http-error.ts';
import { createNumberLookup, withOriginalNumber } from './coerce.ts';
import { orderViolations } from './order-violations.ts';
import type { ParameterSources } from './parameter-styles.ts';
import { type ReadBody, readRequestBody } from './request-body.ts';
import { parameterKey, validateParameter } from './validate-parameter.ts';

export interface ValidRequest {
  /** The sent parameters by location and name, such as `query.limit`. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** `undefined` if there is none, or if its media type cannot be parsed. */
  readonly body: Json | undefined;
  /** The declared media type of the body. */
  readonly bodyType: string | undefined;
  /** The body as received. */
  readonly content?: { readonly type: string; readonly bytes: Uint8Array };
}

/** The values of a valid request, or the error. */
export function validateRequest(
  operation: Operation,
  sources: ParameterSources,
  bytes: Uint8Array,
): ValidRequest | HttpError {
  const { values, violations } = validateParameters(operation, sources);
  const requestBody = readDeclaredBody(operation, sources, bytes);
  if (requestBody instanceof HttpError && violations.length === 0) return requestBody;
  const bodyViolations =
    requestBody instanceof HttpError ? requestBody.violations : validateBody(operation, requestBody);
  const [first, ...rest] = [...violations, ...bodyViolations];
  if (first !== undefined) return invalidRequestError(first, rest);
  if (requestBody === undefined || requestBody instanceof HttpError)
    return { parameters: values, body: undefined, bodyType: undefined };
  const { value: body, media } = requestBody;
  const type = sources.header('content-type') ?? media.range;
  return { parameters: values, body, bodyType: media.range, content: { type, bytes } };
}

interface ValidatedParameters {
  readonly values: ReadonlyMap<string, Json>;
  readonly violations: readonly ContractViolation[];
}

const noParameters: ValidatedParameters = { values: new Map(), violations: [] };

function validateParameters(operation: Operation, sources: ParameterSources): ValidatedParameters {
  if (operation.parameters.length === 0) return noParameters;
  const all = { ...sources, reservedNames: queryNames(operation) };
  const values = new Map<string, Json>();
  const violations: ContractViolation[] = [];
  for (const parameter of operation.parameters) {
    const validated = validateParameter(parameter, all);
    if (validated.value !== undefined) values.set(parameterKey(parameter), validated.value);
    violations.push(...validated.violations);
  }
  return { values, violations };
}

/** The names of query parameters and API keys. */
const queryNames = memoize(({ parameters, security }: Operation): ReadonlySet<string> => {
  const keys = security
    .flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => (scheme.in === 'query' ? (scheme.parameterName ?? []) : []));
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return new Set([...keys, ...names]);
});

function validateBody(operation: Operation, requestBody: ReadBody | undefined): readonly ContractViolation[] {
  const schema = requestBody?.media.schema;
  if (requestBody?.value === undefined || schema === undefined) return [];
  const schemaViolations = validate(schema, requestBody.value, 'request');
  if (schemaViolations.length === 0) return orderViolations(operation, schema, requestBody.value);
  const numberTextAt = createNumberLookup(requestBody.text?.() ?? '');
  return schemaViolations.map((violation) =>
    toContractViolation(withOriginalNumber(violation, numberTextAt(violation.path)), ['body']),
  );
}

function readDeclaredBody(operation: Operation, { header }: ParameterSources, bytes: Uint8Array) {
  if (operation.requestBody === undefined) return rejectUndeclared(operation, bytes);
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const message = `header.Content-Encoding: expected none, got ${quoteText(encoding)}`;
    return new HttpError('content-coding', message, { headers: { 'Accept-Encoding': 'identity' } });
  }
  return readRequestBody(operation.requestBody, header('content-type'), bytes);
}

/** The methods whose body has a meaning by itself (RFC 9110, section 9.3): one that is sent otherwise is ignored. */
const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** 415 is for content that the method does not support on this resource (RFC 9110, section 15.5.16). */
function rejectUndeclared({ method }: Operation, bytes: Uint8Array): HttpError | undefined {
  if (bytes.length === 0 || !methodsWithBody.has(method)) return undefined;
  const message = `body: expected none (${method} declares no request body here), got ${bytes.length} ${bytes.length === 1 ? 'byte' : 'bytes'}`;
  return new HttpError('body-undeclared', message);
}
