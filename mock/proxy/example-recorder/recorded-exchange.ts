/** Converts a conforming exchange to examples, with all secrets masked. */
import type { Mask } from '../../../secrets/masking.ts';
import {
  isEqualJson,
  isJsonArray,
  isJsonObject,
  type Json,
  parseJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { MediaType, Operation, Parameter } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { isSecretSchema } from '../../../spec/model/secret-schemas.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { MASK } from '../../authentication/credential-locations.ts';
import { findSecretFields } from '../../journal/secrets/secret-fields.ts';
import type { SecretNames } from '../../journal/secrets/secret-names.ts';
import { parameterKey } from '../../validate/validate-parameter.ts';
import { maskerOf } from '../exchange-secrets.ts';
import type { ObservedExchange } from '../forward-exchange.ts';

/** The values of one exchange, each with the part of the document that it exemplifies. */
export interface RecordedExchange {
  readonly operation: Operation;
  /** As received. */
  readonly status: number;
  /** As declared: `200`, `4XX`, `default`. */
  readonly declaredStatus: string;
  readonly parameters: readonly RecordedParameter[];
  readonly request: RecordedBody | undefined;
  readonly response: RecordedBody;
}

export interface RecordedParameter {
  readonly parameter: Parameter;
  readonly value: Json;
}

export interface RecordedBody {
  readonly media: MediaType;
  readonly value: Json;
}

/** `undefined` if the exchange does not conform to the contract, has no body, or would be invalid once masked. */
export function recordExchange(observed: ObservedExchange): RecordedExchange | undefined {
  const { operation, valid, response: observedResponse, responseViolations } = observed;
  if (operation === undefined || valid === undefined || observedResponse === undefined || responseViolations.length > 0)
    return undefined;
  const { declaredResponse, media, body } = observedResponse;
  if (declaredResponse === undefined || media === undefined || body === undefined) return undefined;
  const requestMedia = operation.requestBody?.content.find(({ range }) => range === valid.bodyType);
  const secretCollector = createSecretCollector(operation);
  const requestBody =
    requestMedia === undefined || valid.body === undefined
      ? undefined
      : { media: requestMedia, original: valid.body, value: secretCollector.body(requestMedia, valid.body) };
  const responseBody = { media, original: body, value: secretCollector.body(media, body) };
  const parameterValues = secretCollector.parameters(valid.parameters);
  // All secrets of the exchange are known from here on.
  const maskSecrets = maskerOf(secretCollector.secrets());
  const mask: Mask = (text) => maskSecrets(observed.mask(text));
  const request = requestBody === undefined ? undefined : maskBody(requestBody, { mask, direction: 'request' });
  const recordedResponse = maskBody(responseBody, { mask, direction: 'response' });
  const parameters = maskParameters(parameterValues, mask);
  if (
    recordedResponse === undefined ||
    (requestBody !== undefined && request === undefined) ||
    parameters === undefined
  )
    return undefined;
  return {
    operation,
    status: observedResponse.status,
    declaredStatus: declaredResponse.status,
    parameters,
    request,
    response: recordedResponse,
  };
}

/** Masks secret fields and collects their values, which other fields may repeat. */
function createSecretCollector(operation: Operation) {
  const fields = findSecretFields(operation);
  const secrets: string[] = [];
  const maskAndCollect = (value: Json, isEntirelySecret: boolean) => {
    const masked = maskSecretMembers(value, fields.names, isEntirelySecret);
    secrets.push(...masked.secrets);
    return masked.value;
  };
  return {
    body: ({ schema }: MediaType, value: Json) => maskAndCollect(value, schema !== undefined && isSecretSchema(schema)),
    parameters: (values: ReadonlyMap<string, Json>): readonly WithOriginal<RecordedParameter>[] =>
      operation.parameters.flatMap((parameter) => {
        const original = values.get(parameterKey(parameter));
        if (original === undefined || parameter.schema === undefined) return [];
        const isEntirelySecret = fields.isParameter(parameter.in, parameter.name);
        return [{ parameter, original, value: maskAndCollect(original, isEntirelySecret) }];
      }),
    secrets: () => secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH),
  };
}

/** Shorter values occur in ordinary text. */
const MIN_SECRET_LENGTH = 6;

type WithOriginal<T> = T & { readonly original: Json };

interface Masking {
  readonly mask: Mask;
  readonly direction: Direction;
}

function maskBody({ media, ...values }: WithOriginal<RecordedBody>, masking: Masking): RecordedBody | undefined {
  const kept = maskedValue(values, media.schema, masking);
  return kept === undefined ? undefined : { media, value: kept };
}

function maskParameters(
  found: readonly WithOriginal<RecordedParameter>[],
  mask: Mask,
): readonly RecordedParameter[] | undefined {
  const kept = found.flatMap(({ parameter, ...values }) => {
    const value = maskedValue(values, parameter.schema, { mask, direction: 'request' });
    return value === undefined ? [] : [{ parameter, value }];
  });
  return kept.length === found.length ? kept : undefined;
}

interface MaskableValue {
  readonly original: Json;
  readonly value: Json;
}

function maskedValue(
  { original, value }: MaskableValue,
  schema: Schema | undefined,
  { mask, direction }: Masking,
): Json | undefined {
  const parsed = parseJson(mask(stringifyJson(value)));
  if (!parsed.ok) return undefined;
  if (schema === undefined || isEqualJson(parsed.value, original)) return parsed.value;
  return isValid(schema, parsed.value, direction) ? parsed.value : undefined;
}

/** A value without its secrets: `***` replaces each, whatever its type. */
interface MaskedValue {
  readonly value: Json;
  /** The masked values as text. */
  readonly secrets: readonly string[];
}

/** Masks members with these names at any depth, or the whole value. */
function maskSecretMembers(value: Json, names: SecretNames, isEntirelySecret: boolean): MaskedValue {
  const secrets: string[] = [];
  const leaf = (text: string) => {
    secrets.push(text);
    return MASK;
  };
  const maskRecursively = (one: Json, isSecret: boolean): Json => {
    if (isJsonArray(one)) return one.map((item) => maskRecursively(item, isSecret));
    if (isJsonObject(one))
      return mapMembers(one, (name, member) => maskRecursively(member, isSecret || names.has(name)));
    return isSecret && one !== null && one !== '' ? leaf(String(one)) : one;
  };
  return { value: maskRecursively(value, isEntirelySecret), secrets };
}

/** Object.fromEntries, because a name may be `__proto__`. */
function mapMembers(object: Readonly<Record<string, Json>>, change: (name: string, member: Json) => Json): Json {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}
