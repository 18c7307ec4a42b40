/** What an Accept header allows of the media types that an operation declares (RFC 9110, section 12.5.1). */
import type { Operation } from '../../../../spec/model/contract.ts';

/**
 * Whether every success that the operation declares is acceptable: whichever of its media types the server has, it may
 * send it. Without an Accept header (undefined) everything is.
 */
export function isEverySuccessAcceptable(operation: Operation, accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = parseAccept(accept);
  const types = declaredSuccessTypes(operation);
  return (types.length === 0 ? ['*/*'] : types).every((type) => weightOf(ranges, type) > 0);
}

/** The media types and ranges of all 2xx responses. */
export function declaredSuccessTypes({ responses }: Operation): readonly string[] {
  const successes = responses.filter(({ status }) => status.startsWith('2'));
  return [...new Set(successes.flatMap(({ content }) => content.map(({ range }) => range)))];
}

interface AcceptedRange {
  readonly range: string;
  /** From 0 to 1. */
  readonly weight: number;
}

/** A range with parameters of the type, such as `text/html;level=1`, accepts only some of that type: left out. */
function parseAccept(accept: string): readonly AcceptedRange[] {
  return accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const [weight, ...others] = parameters.filter((one) => one !== '');
    if (weight === undefined) return [{ range, weight: 1 }];
    return others.length === 0 && weight.startsWith('q=') ? [{ range, weight: Number(weight.slice(2)) }] : [];
  });
}

/** By the most specific range; 0 when none applies. A declared range is only covered by itself or a wider one. */
function weightOf(ranges: readonly AcceptedRange[], type: string): number {
  const [name = ''] = type.toLowerCase().split(';');
  const candidates = [name.trim(), `${name.split('/')[0]}/*`, '*/*'];
  const found = candidates.map((candidate) => ranges.find(({ range }) => range === candidate));
  return found.find((range) => range !== undefined)?.weight ?? 0;
}
