/** From an exchange that keeps the contract to the examples that it gives, with nothing secret in them. */
import type { Mask } from '../../../secrets/masking.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  parseJson,
  sameJson,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { MediaType, Operation, Parameter } from '../../../spec/model/contract.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import { isSecret } from '../../../spec/model/secret-schemas.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { MASK } from '../../authenticate/credential-places.ts';
import { secretFieldsOf } from '../../journal/secrets/fields.ts';
import type { SecretNames } from '../../journal/secrets/names.ts';
import { parameterKey } from '../../validate/parameters.ts';
import { maskerOf } from '../credentials.ts';
import type { Observed } from '../outcome.ts';

/** Values of one exchange, each with the place in the document that it is an example of. */
export interface Recorded {
  readonly operation: Operation;
  /** As it came. */
  readonly status: number;
  /** As declared: `200`, `4XX`, `default`. */
  readonly declared: string;
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

/** `undefined` for what breaks the contract, has no body to be an example, or would be invalid once masked. */
export function recordedFrom(observed: Observed): Recorded | undefined {
  const { operation, valid, answer, answerViolations } = observed;
  if (operation === undefined || valid === undefined || answer === undefined || answerViolations.length > 0)
    return undefined;
  const { response, media, body } = answer;
  if (response === undefined || media === undefined || body === undefined) return undefined;
  const requestMedia = operation.requestBody?.content.find(({ range }) => range === valid.bodyType);
  const hidden = hiding(operation);
  const sent =
    requestMedia === undefined || valid.body === undefined
      ? undefined
      : { media: requestMedia, original: valid.body, value: hidden.body(requestMedia, valid.body) };
  const answered = { media, original: body, value: hidden.body(media, body) };
  const parameterValues = hidden.parameters(valid.parameters);
  // Only now all secrets of the exchange are known.
  const maskSecrets = maskerOf(hidden.secrets());
  const mask: Mask = (text) => maskSecrets(observed.mask(text));
  const request = sent === undefined ? undefined : masked(sent, { mask, direction: 'request' });
  const given = masked(answered, { mask, direction: 'response' });
  const parameters = parametersOf(parameterValues, mask);
  if (given === undefined || (sent !== undefined && request === undefined) || parameters === undefined)
    return undefined;
  return {
    operation,
    status: answer.status,
    declared: response.status,
    parameters,
    request,
    response: given,
  };
}

/** Secret fields hidden, and what stood in them, which other fields may repeat. */
function hiding(operation: Operation) {
  const fields = secretFieldsOf(operation);
  const secrets: string[] = [];
  const hide = (value: Json, isWhole: boolean) => {
    const hidden = hiddenValue(value, fields.names, isWhole);
    secrets.push(...hidden.secrets);
    return hidden.value;
  };
  return {
    body: ({ schema }: MediaType, value: Json) => hide(value, schema !== undefined && isSecret(schema)),
    parameters: (values: ReadonlyMap<string, Json>): readonly Hideable<RecordedParameter>[] =>
      operation.parameters.flatMap((parameter) => {
        const original = values.get(parameterKey(parameter));
        if (original === undefined || parameter.schema === undefined) return [];
        const isWhole = fields.isParameter(parameter.in, parameter.name);
        return [{ parameter, original, value: hide(original, isWhole) }];
      }),
    secrets: () => secrets.filter(({ length }) => length >= SHORTEST),
  };
}

/** Shorter ones stand in other words by chance. */
const SHORTEST = 6;

type Hideable<T> = T & { readonly original: Json };

interface Masking {
  readonly mask: Mask;
  readonly direction: Direction;
}

function masked({ media, ...values }: Hideable<RecordedBody>, masking: Masking): RecordedBody | undefined {
  const kept = maskedValue(values, media.schema, masking);
  return kept === undefined ? undefined : { media, value: kept };
}

function parametersOf(
  found: readonly Hideable<RecordedParameter>[],
  mask: Mask,
): readonly RecordedParameter[] | undefined {
  const kept = found.flatMap(({ parameter, ...values }) => {
    const value = maskedValue(values, parameter.schema, { mask, direction: 'request' });
    return value === undefined ? [] : [{ parameter, value }];
  });
  return kept.length === found.length ? kept : undefined;
}

interface Values {
  readonly original: Json;
  readonly value: Json;
}

function maskedValue(
  { original, value }: Values,
  schema: Schema | undefined,
  { mask, direction }: Masking,
): Json | undefined {
  const parsed = parseJson(mask(stringifyJson(value)));
  if (!parsed.ok) return undefined;
  if (schema === undefined || sameJson(parsed.value, original)) return parsed.value;
  return isValid(schema, parsed.value, direction) ? parsed.value : undefined;
}

/** A value without the secrets in it: `***` in place of each, whatever its type was. */
interface HiddenValue {
  readonly value: Json;
  /** What was hidden, as text. */
  readonly secrets: readonly string[];
}

/** Of members with these names at any depth; or all of it. */
function hiddenValue(value: Json, names: SecretNames, isWhole: boolean): HiddenValue {
  const secrets: string[] = [];
  const leaf = (text: string) => {
    secrets.push(text);
    return MASK;
  };
  const hide = (one: Json, isSecret: boolean): Json => {
    if (isJsonArray(one)) return one.map((item) => hide(item, isSecret));
    if (isJsonObject(one)) return membersOf(one, (name, member) => hide(member, isSecret || names.has(name)));
    return isSecret && one !== null && one !== '' ? leaf(String(one)) : one;
  };
  return { value: hide(value, isWhole), secrets };
}

/** A name may be `__proto__`. */
function membersOf(
  object: Readonly<Record<string, Json>>,
  change: (name: string, member: Json) => Json,
): Json {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}
