/** Headers and query parameters whose value belongs to one request: idempotency keys, request ids and nonces. */
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import { isOnceOnlyName } from '../values/identifier-names.ts';
import { distinctValue } from '../values/value-space.ts';
import { validValue } from './serialize-parameters.ts';

const onceOnlyHeader =
  /^(?:x-)?(?:idempoten(?:cy|t)-?(?:key|token|id)|(?:client-)?request-(?:id|token)|correlation-id|transaction-id|message-id)$|(?:^|-)nonce$/i;

/** Whether implementations may reject another request with the same value. */
export function isOnceOnly({ in: location, name, schema }: Parameter, { method }: Operation): boolean {
  if (schema === undefined) return false;
  if (location === 'header') return onceOnlyHeader.test(name);
  // A query for a request id reads what an earlier request wrote.
  const mayBeFilter = ['GET', 'HEAD'].includes(method) && !/nonce$/i.test(name);
  return location === 'query' && isOnceOnlyName(name) && !mayBeFilter;
}

/** A value that no other request has; undefined where the schema allows only one. */
export function freshOnceOnlyValue(parameter: Parameter, fresh: FreshValues): string | undefined {
  const { schema } = parameter;
  if (schema === undefined) return undefined;
  const [uuid, word] = [fresh.uuid(), fresh.word()];
  const { value } = validValue(parameter);
  const found = [uuid, word].find((text) => isValid(schema, text, 'request')) ?? distinctValue(value, schema, fresh);
  return found === undefined || typeof found === 'object' ? undefined : String(found);
}

/** The same request with other values of these parameters, so that it can have another body. */
export function withOtherOnceOnlyValues(
  requestSpec: RequestSpec,
  operation: Operation,
  fresh: FreshValues,
): RequestSpec {
  const onceOnly = operation.parameters.filter((parameter) => isOnceOnly(parameter, operation));
  if (onceOnly.length === 0) return requestSpec;
  const headers = requestSpec.headers.map(([name, value]) => {
    const parameter = onceOnly.find((one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase());
    return [name, (parameter && freshOnceOnlyValue(parameter, fresh)) ?? value] as const;
  });
  const path = requestSpec.path.replaceAll(/([?&])([^=&]+)=[^&]*/g, (pair, separator: string, name: string) => {
    const parameter = onceOnly.find((one) => one.in === 'query' && encodeURIComponent(one.name) === name);
    const value = parameter && freshOnceOnlyValue(parameter, fresh);
    return value === undefined ? pair : `${separator}${name}=${encodeURIComponent(value)}`;
  });
  return { ...requestSpec, path, headers };
}

const placeholders = new Map<string, Parameter>();

/** A value that `fillOnceOnlyValues` replaces. */
export function onceOnlyPlaceholder(parameter: Parameter): string {
  const known = [...placeholders].find(([, one]) => one === parameter);
  const text = known?.[0] ?? `${PLACEHOLDER}${placeholders.size}end`;
  placeholders.set(text, parameter);
  return text;
}

const PLACEHOLDER = '9b7c4e52once';

const PLACEHOLDERS = new RegExp(`${PLACEHOLDER}\\d+end`, 'g');

/** Replaces each placeholder by a fresh value. */
export function fillOnceOnlyValues(requestSpec: RequestSpec, fresh: FreshValues): RequestSpec {
  const { path, headers } = requestSpec;
  const isUsed = path.includes(PLACEHOLDER) || headers.some(([, value]) => value.startsWith(PLACEHOLDER));
  if (!isUsed) return requestSpec;
  const valueFor = (text: string): string => {
    const parameter = placeholders.get(text);
    if (parameter === undefined) return text;
    return freshOnceOnlyValue(parameter, fresh) ?? String(validValue(parameter).value);
  };
  return {
    ...requestSpec,
    path: path.replaceAll(PLACEHOLDERS, (text) => encodeURIComponent(valueFor(text))),
    headers: headers.map(([name, value]) => [name, valueFor(value)] as const),
  };
}
