/** What responses show of versions and ranges, and the headers that compare them (RFC 9110, section 8.8.3). */
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import { isValidText } from '../../request/parameters/serialize-parameters.ts';

/** The well-formed ETag of a response; undefined without one. */
export function shownEtag(exchange: Exchange | undefined): string | undefined {
  if (exchange?.outcome.kind !== 'response') return undefined;
  const tag = headerValue(exchange.outcome.response.headers, 'etag');
  return tag !== undefined && /^(?:W\/)?"[^"\s]*"$/.test(tag) ? tag : undefined;
}

/** If-Match never matches a weak ETag (RFC 9110, section 13.1.1). */
export function isStrong(etag: string): boolean {
  return etag.startsWith('"');
}

/** Whether the response shows that the server knows ranges of bytes. */
export function acceptsBytes({ outcome }: Exchange): boolean {
  if (outcome.kind !== 'response') return false;
  const { headers } = outcome.response;
  return ['accept-ranges', 'content-range'].some((name) => /\bbytes\b/i.test(headerValue(headers, name) ?? ''));
}

/** Without the mark of a weak ETag: If-None-Match ignores it. */
export function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, '');
}

/** An ETag that no version has; undefined where the schema of the header allows none. */
export function unknownEtag(etag: string, parameter: Parameter | undefined): string | undefined {
  const mirrored = etag.replaceAll(/[\da-z]/gi, (letter) => MIRRORED.get(letter) ?? letter);
  return ['"none-of-these"', mirrored].find((one) => one !== etag && isAllowed(one, parameter));
}

/** With another last character; undefined for a weak or a short one, which may be a version number. */
export function nearEtag(etag: string): string | undefined {
  const changed = etag.replace(/[\da-z](?="$)/i, (letter) => MIRRORED.get(letter) ?? letter);
  return isStrong(etag) && etag.length > SHORT_ETAG && changed !== etag ? changed : undefined;
}

/** With its quotes. */
const SHORT_ETAG = 10;

/** Each digit and letter with another one of its kind. */
const MIRRORED: ReadonlyMap<string, string> = new Map(
  ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'].flatMap((kind) =>
    [...kind].map((letter, index) => [letter, kind[(index + 1) % kind.length] ?? letter] as const),
  ),
);

export function headerParameter({ parameters }: Operation, name: string): Parameter | undefined {
  return parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name.toLowerCase());
}

/** Whether the contract allows this text in the header. */
export function isAllowed(text: string, parameter: Parameter | undefined): boolean {
  return parameter?.schema === undefined || isValidText(parameter.schema, text);
}

/** The request with this header in place of one with the same name. */
export function withHeader(requestSpec: RequestSpec, name: string, value: string): RequestSpec {
  const others = requestSpec.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  return { ...requestSpec, headers: [...others, [name, value]] };
}
