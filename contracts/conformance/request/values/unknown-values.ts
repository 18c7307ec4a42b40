/**
 * Optional properties whose valid values may be known to the implementation alone: coupons, passwords, numbers with a
 * check digit, and references to records that the contract cannot create.
 */
import { splitWords } from '../../../../spec/model/name-parts.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { isOnceOnlyName } from './identifier-names.ts';
import type { ValueLocation } from './value-locations.ts';

/** The response to a request with such a value. */
export interface ValueRejection {
  readonly status: number;
  readonly text: string;
}

/** Whether the name, or what the response says, explains that a generated value is rejected. */
export function mayBeUnknown(
  { path, flat, isRequired }: Pick<ValueLocation, 'path' | 'flat' | 'isRequired'>,
  rejection: ValueRejection,
): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || isRequired || isOnceOnlyName(name) || hasListedValues(flat)) return false;
  if (isReferenceName(name)) return flat.types?.has('string') === true || flat.types?.has('integer') === true;
  if (flat.types?.has('string') !== true) return false;
  return isSecretName(name) || hasCheckDigit(name) || (isPlainText(flat) && saysUnknown(rejection));
}

function hasListedValues({ enum: values, const: only, default: filled }: Schema): boolean {
  return [values, only, filled].some((keyword) => keyword !== undefined);
}

function isPlainText({ format, pattern, contentMediaType }: Schema): boolean {
  return [format, pattern, contentMediaType].every((keyword) => keyword === undefined);
}

/** `couponCode`, `currentPassword`: a generated value is none that was issued, or not the one that was set. */
function isSecretName(name: string): boolean {
  const words = splitWords(name);
  return words.at(-1) === 'code' || words.some((word) => secretWords.has(word));
}

const secretWords: ReadonlySet<string> = new Set([
  ...['coupon', 'promo', 'promocode', 'promotion', 'voucher', 'referral', 'invite', 'invitation', 'giftcard'],
  ...['password', 'passphrase', 'passcode', 'secret', 'token', 'pin', 'otp', 'totp', 'captcha', 'recaptcha'],
  ...['license', 'licence', 'activation'],
]);

/** Whether another value says nothing about this one: one in ten generated numbers has the right check digit. */
export function isValidAlone(name: string): boolean {
  return isReferenceName(name) || hasCheckDigit(name);
}

function hasCheckDigit(name: string): boolean {
  return splitWords(name).some((word) => checkedWords.has(word));
}

const checkedWords: ReadonlySet<string> = new Set([
  ...['iban', 'bic', 'swift', 'isbn', 'issn', 'isin', 'ean', 'gtin', 'upc', 'vin', 'imei'],
]);

/** `warehouseId`, but not an id that another system assigns and that the implementation only stores. */
export function isReferenceName(name: string): boolean {
  const words = splitWords(name);
  const isId = words.length > 1 && /^(?:ids?|uuids?)$/.test(words.at(-1) ?? '');
  return isId && !words.some((word) => foreignWords.has(word));
}

const foreignWords: ReadonlySet<string> = new Set([
  ...['external', 'ext', 'client', 'remote', 'foreign', 'legacy', 'custom', 'tracking', 'correlation', 'trace'],
  ...['device', 'session', 'tax', 'vat', 'national', 'government'],
]);

/** A 404, or a text such as `unknown region`; not `unknown property`, which is a rule for names. */
function saysUnknown({ status, text }: ValueRejection): boolean {
  if (status === 404) return true;
  const saysMissing = /\b(?:unknown|unrecogni[sz]ed|no such|not found|(?:does|do) ?n[o']t exist)\b/i.test(text);
  return saysMissing && !/\b(?:propert(?:y|ies)|fields?|keys?|attributes?|members?|parameters?|columns?)\b/i.test(text);
}
