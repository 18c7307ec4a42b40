/**
 * The parts of a request in, its values by the contract out, or a refusal with all that is wrong. Prism's own validation fails open and
 * knows no int64, so it is not asked.
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
import type { ParameterSources } from './parameter-styles.ts';
import { type ReadBody, readRequestBody } from './request-body.ts';
import { parameterKey, validateParameter } from './validate-parameter.ts';

export interface ValidRequest {
  /** By place and name, such as `query.limit`; those that were sent. */
  readonly parameters: ReadonlyMap<string, Json>;
  /** `undefined` where there is none, or its media type is one that the kit cannot read. */
  readonly body: Json | undefined;
  /** The media type of the contract that governs the body. */
  readonly bodyType: string | undefined;
  /** As it came. */
  readonly content?: { readonly type: string; readonly bytes: Buffer };
}

/** What was sent, read by the contract; or why the request is refused. */
export function validateRequest(
  operation: Operation,
  sources: ParameterSources,
  bytes: Buffer,
): ValidRequest | HttpError {
  const { values, violations } = validateParameters(operation, sources);
  const requestBody = readDeclaredBody(operation, sources, bytes);
  if (requestBody instanceof HttpError && violations.length === 0) return requestBody;
  const bodyViolations = requestBody instanceof HttpError ? requestBody.violations : validateBody(requestBody);
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

/** Of parameters and keys. */
const queryNames = memoize(({ parameters, security }: Operation): ReadonlySet<string> => {
  const keys = security
    .flatMap(({ schemes }) => schemes)
    .flatMap((scheme) => (scheme.in === 'query' ? (scheme.parameterName ?? []) : []));
  const own = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  return new Set([...keys, ...own]);
});

function validateBody(requestBody: ReadBody | undefined): readonly ContractViolation[] {
  const schema = requestBody?.media.schema;
  if (requestBody?.value === undefined || schema === undefined) return [];
  const schemaViolations = validate(schema, requestBody.value, 'request');
  if (schemaViolations.length === 0) return [];
  const numberTextAt = createNumberLookup(requestBody.text?.() ?? '');
  return schemaViolations.map((violation) =>
    toContractViolation(withOriginalNumber(violation, numberTextAt(violation.path)), ['body']),
  );
}

function readDeclaredBody(operation: Operation, { header }: ParameterSources, bytes: Buffer) {
  if (operation.requestBody === undefined) return undefined;
  const encoding = header('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    const message = `header.Content-Encoding: expected none, got ${quoteText(encoding)}`;
    return new HttpError('content-coding', message, { headers: { 'Accept-Encoding': 'identity' } });
  }
  return readRequestBody(operation.requestBody, header('content-type'), bytes);
}
