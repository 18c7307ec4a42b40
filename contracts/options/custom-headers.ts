/** Headers that users add to each request, such as the key of a gateway or the name of a tenant. */
import { KitError } from '../../errors.ts';
import type { Contract, SecurityScheme } from '../../spec/model/contract.ts';
import type { CustomHeader } from './connection-settings.ts';

/** `isSecret`: all values, whatever the name. Throws `option-invalid`; messages do not contain the value. */
export function parseCustomHeader(given: string, source: string, isSecret = false): CustomHeader {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s.exec(given) ?? [];
  if (name === undefined || value === undefined)
    throw new KitError('option-invalid', `${source}: expected "Name: value"`);
  if (!/^[\x20-\x7e]*$/.test(value))
    throw new KitError('option-invalid', `${source} ${name}: expected only visible ASCII characters`);
  if (reservedNames.has(name.toLowerCase()))
    throw new KitError('option-invalid', `${source} ${name}: the run sets this header itself`, {
      fix: 'Leave it out: it describes the connection or the body.',
    });
  return { name, value, isSecret: isSecret || isCredential(name, value) };
}

const reservedNames: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'transfer-encoding', 'content-type', 'content-encoding', 'connection', 'keep-alive'],
  ...['te', 'trailer', 'upgrade', 'expect', 'proxy-authorization', 'proxy-connection'],
]);

/** By its name. A short value is none, and masking it would mask ordinary words of a report. */
function isCredential(name: string, value: string): boolean {
  return value.length >= 6 && secretNames.test(name);
}

const secretNames = /auth(?!ors?\b)|cookie|credential|jwt|key(?!word)|passw|secret|session|signature|token/i;

/** Throws `option-invalid` for two values of one name. */
export function parseCustomHeaders(given: readonly CustomHeader[], source: string): readonly CustomHeader[] {
  const names = given.map(({ name }) => name.toLowerCase());
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate === undefined) return given;
  throw new KitError('option-invalid', `${source} gives ${duplicate} twice: keep one`);
}

/**
 * Throws `option-invalid` for a header that carries the credential of a scheme: cases that must be rejected would have
 * it too.
 */
export function validateCustomHeaders(
  { operations }: Pick<Contract, 'operations'>,
  headers: readonly CustomHeader[],
): void {
  const schemes = operations.flatMap(({ security }) => security.flatMap((one) => one.schemes));
  for (const header of headers) {
    const scheme = schemes.find((one) => isCarrier(one, header));
    if (scheme === undefined) continue;
    throw new KitError(
      'option-invalid',
      `--header ${header.name}: it carries the credential of the security scheme ${scheme.name}, which some requests must not have`,
      {
        fix: `Give the credential alone, without a word such as Bearer, as ${scheme.name}=VALUE in PLANT_STORE_AUTH or with --auth.`,
      },
    );
  }
}

function isCarrier({ type, in: location, parameterName = '' }: SecurityScheme, { name, value }: CustomHeader): boolean {
  if (type === 'mutualTLS') return false;
  const lowerCaseName = name.toLowerCase();
  if (type !== 'apiKey') return lowerCaseName === 'authorization';
  if (location === 'cookie')
    return lowerCaseName === 'cookie' && value.split(/; */).some((cookie) => cookie.split('=')[0] === parameterName);
  return location === 'header' && lowerCaseName === parameterName.toLowerCase();
}
