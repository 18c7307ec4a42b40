/** Takes credentials out of what is shown or kept. */
import { masking } from '../../secrets.ts';
import type { SecurityScheme } from '../../spec/contract.ts';

export interface Redactor {
  readonly text: (text: string) => string;
  readonly target: (target: string) => string;
  /** By the names given; several values of a name are joined. */
  readonly headers: (
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  ) => Readonly<Record<string, string>>;
}

const MASK = '***';

const secretHeaders = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/** `tokens` are masked wherever they stand; what stands where a credential belongs is masked whatever it is. */
export function createRedactor(schemes: readonly SecurityScheme[], tokens: readonly string[]): Redactor {
  const text = masking(tokens);
  const fields = new Set(schemes.flatMap((one) => (one.in === 'query' ? [one.parameterName] : [])));
  const names = new Set([
    ...secretHeaders,
    ...schemes.flatMap((one) => (one.in === 'header' ? [one.parameterName?.toLowerCase()] : [])),
  ]);
  const value = (name: string, given: string) =>
    names.has(name.toLowerCase()) ? maskValue(given) : text(given);
  return {
    text,
    target: (target) => text(hideFields(target, fields)),
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, given]) =>
          given === undefined ? [] : [[name, value(name, [given].flat().join(', '))]],
        ),
      ),
  };
}

/** The scheme of an Authorization header stays: `Bearer ***`. */
function maskValue(given: string): string {
  const [, scheme] = /^([A-Za-z][\w-]*) +\S/.exec(given) ?? [];
  return scheme === undefined ? MASK : `${scheme} ${MASK}`;
}

/** API keys in the query. */
function hideFields(target: string, names: ReadonlySet<string | undefined>): string {
  return target.replaceAll(/([?&])([^=&]+)=[^&]*/g, (field, mark: string, name: string) =>
    names.has(name) ? `${mark}${name}=${MASK}` : field,
  );
}
