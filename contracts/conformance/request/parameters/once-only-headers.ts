/** Headers whose value belongs to one request: idempotency keys, request ids and nonces. */
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues, RequestSpec } from '../../model/request-spec.ts';
import { distinctValue } from '../values/value-space.ts';
import { validValue } from './serialize-parameters.ts';

const onceOnlyName =
  /^(?:x-)?(?:idempoten(?:cy|t)-?(?:key|token|id)|(?:client-)?request-(?:id|token)|correlation-id|transaction-id|message-id)$|(?:^|-)nonce$/i;

/** Whether implementations may reject another request with the same value. */
export function isOnceOnly({ in: location, name, schema }: Parameter): boolean {
  return location === 'header' && schema !== undefined && onceOnlyName.test(name);
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

/** The same request with other values of these headers, so that it can have another body. */
export function withOtherOnceOnlyValues(
  requestSpec: RequestSpec,
  { parameters }: Operation,
  fresh: FreshValues,
): RequestSpec {
  const onceOnly = parameters.filter(isOnceOnly);
  if (onceOnly.length === 0) return requestSpec;
  const headers = requestSpec.headers.map(([name, value]) => {
    const parameter = onceOnly.find((one) => one.name.toLowerCase() === name.toLowerCase());
    return [name, (parameter && freshOnceOnlyValue(parameter, fresh)) ?? value] as const;
  });
  return { ...requestSpec, headers };
}

const placeholders = new Map<string, Parameter>();

/** A header value that `fillOnceOnlyValues` replaces. */
export function onceOnlyPlaceholder(parameter: Parameter): string {
  const known = [...placeholders].find(([, one]) => one === parameter);
  const text = known?.[0] ?? `${PLACEHOLDER}${placeholders.size}`;
  placeholders.set(text, parameter);
  return text;
}

const PLACEHOLDER = '9b7c4e52once';

/** Replaces each placeholder by a fresh value. */
export function fillOnceOnlyValues(requestSpec: RequestSpec, fresh: FreshValues): RequestSpec {
  if (!requestSpec.headers.some(([, value]) => value.startsWith(PLACEHOLDER))) return requestSpec;
  const headers = requestSpec.headers.map(([name, value]) => {
    const parameter = placeholders.get(value);
    if (parameter === undefined) return [name, value] as const;
    return [name, freshOnceOnlyValue(parameter, fresh) ?? String(validValue(parameter).value)] as const;
  });
  return { ...requestSpec, headers };
}
