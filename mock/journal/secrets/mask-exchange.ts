/**
 * Masks the secret fields of one exchange, and creates a mask with their values for the rest of it, which may repeat
 * them.
 */
import { createMask, type Mask } from '../../../secrets/masking.ts';
import { type HeaderValues, MASK } from '../../authentication/credential-locations.ts';
import { percentDecode } from '../../http/request-target.ts';
import type { BodyExcerpt } from '../body-excerpt.ts';
import { type MaskedText, maskNamedFields, secretFieldRanges } from './mask-text.ts';
import type { SecretFields } from './secret-fields.ts';
import { replaceRanges } from './secret-names.ts';

export interface ExchangeParts {
  readonly target: string;
  readonly headers: HeaderValues;
  readonly requestBody: BodyExcerpt | undefined;
  readonly status: number | undefined;
  readonly sentHeaders: HeaderValues | undefined;
  readonly responseBody: BodyExcerpt | undefined;
  /** As quoted in messages. */
  readonly quotedSecrets: readonly string[];
}

export interface MaskedExchange extends Omit<ExchangeParts, 'quotedSecrets' | 'status'> {
  readonly mask: Mask;
}

export function maskExchange(parts: ExchangeParts, fields: SecretFields): MaskedExchange {
  const values: string[] = [];
  const collect = <T>({ masked, secrets }: MaskedValue<T>): T => {
    values.push(...secrets);
    return masked;
  };
  const type = contentTypeHeader(parts.headers);
  const isEntirelySecret = fields.isRequestBody(type);
  return {
    target: collect(maskTargetSecrets(parts.target, fields)),
    headers: collect(maskHeaderSecrets(parts.headers, fields)),
    requestBody: collect(maskBody(parts.requestBody, { fields, isEntirelySecret, type })),
    sentHeaders: parts.sentHeaders && collect(maskHeaderSecrets(parts.sentHeaders, fields)),
    responseBody: collect(maskResponseBody(parts, fields)),
    mask: createSecretMask(values, parts.quotedSecrets),
  };
}

interface MaskedValue<T> {
  readonly masked: T;
  readonly secrets: readonly string[];
}

const noSecrets: readonly string[] = [];

/** Shorter values occur in ordinary text. */
const MIN_SECRET_LENGTH = 6;
/** A body can have any number of fields, so only this many values are searched for elsewhere. */
const MAX_SECRETS = 100;

function createSecretMask(values: readonly string[], quotedSecrets: readonly string[]): Mask {
  if (values.length === 0 && quotedSecrets.length === 0) return unmasked;
  const longEnough = [...values, ...quotedSecrets].filter((value) => value.length >= MIN_SECRET_LENGTH);
  return createMask([...new Set(longEnough)].slice(0, MAX_SECRETS), MASK);
}

const unmasked: Mask = (text) => text;

/** Masks the secrets in a target: query fields and path parameters. */
export function maskTargetSecrets(target: string, { names, path }: SecretFields): MaskedValue<string> {
  const start = target.indexOf('?');
  if (start < 0 && path === undefined) return { masked: target, secrets: noSecrets };
  const [before, query] = start < 0 ? [target, ''] : [target.slice(0, start), target.slice(start)];
  const maskedPath = path === undefined ? { masked: before, secrets: [] } : maskPathParameters(before, path);
  const ranges = query === '' || !names.mayOccurIn(query) ? [] : [...secretFieldRanges(query, names, false)];
  if (ranges.length === 0) return { masked: `${maskedPath.masked}${query}`, secrets: maskedPath.secrets };
  return {
    masked: `${maskedPath.masked}${replaceRanges(query, ranges)}`,
    secrets: [...maskedPath.secrets, ...ranges.flatMap((range) => range.secrets)],
  };
}

/** Compares from the end, because a prefix may precede the template. */
function maskPathParameters(path: string, template: string): MaskedValue<string> {
  const parts = path.split('/');
  const expected = template.split('/');
  const values: string[] = [];
  const masked = parts.map((part, index) => {
    const pattern = expected[index - parts.length + expected.length] ?? '';
    if (!pattern.includes('{') || part === '') return part;
    values.push(part, percentDecode(part) ?? part);
    return MASK;
  });
  return { masked: masked.join('/'), secrets: values };
}

function maskHeaderSecrets(headers: HeaderValues, fields: SecretFields): MaskedValue<HeaderValues> {
  if (fields.headers.size === 0) return { masked: headers, secrets: noSecrets };
  const all = Object.entries(headers);
  const isSecret = (name: string) => fields.headers.has(name.toLowerCase());
  const masked = Object.fromEntries(all.map(([name, value]) => [name, isSecret(name) && value ? MASK : value]));
  return { masked, secrets: all.flatMap(([name, value]) => (isSecret(name) && value ? [value].flat() : [])) };
}

interface BodyMasking {
  readonly fields: SecretFields;
  readonly isEntirelySecret: boolean;
  readonly type: string | undefined;
}

function maskResponseBody({ status, sentHeaders = {}, responseBody }: ExchangeParts, fields: SecretFields) {
  const type = contentTypeHeader(sentHeaders);
  const isEntirelySecret = status !== undefined && fields.isResponseBody(status, type);
  return maskBody(responseBody, { fields, isEntirelySecret, type });
}

function maskBody(
  excerpt: BodyExcerpt | undefined,
  { fields, isEntirelySecret, type }: BodyMasking,
): MaskedValue<BodyExcerpt | undefined> {
  if (excerpt === undefined) return { masked: undefined, secrets: noSecrets };
  const { text, values }: MaskedText = isEntirelySecret
    ? { text: MASK, values: bodySecrets(excerpt.text) }
    : maskNamedFields(excerpt.text, fields.names, type !== undefined && formType.test(type));
  return { masked: text === excerpt.text ? excerpt : { ...excerpt, text }, secrets: values };
}

const formType = /^\s*application\/x-www-form-urlencoded\b/i;

/** The body as text, or as a JSON string. */
function bodySecrets(text: string): readonly string[] {
  return [text, text.replace(/^"(.*)"$/s, '$1')];
}

function contentTypeHeader(headers: HeaderValues): string | undefined {
  // As Node names a received one, and as the mock writes it.
  const value = headers['content-type'] ?? headers['Content-Type'] ?? headers[contentTypeName(headers) ?? ''];
  return typeof value === 'string' ? value : value?.[0];
}

function contentTypeName(headers: HeaderValues): string | undefined {
  return Object.keys(headers).find((one) => one.toLowerCase() === 'content-type');
}
