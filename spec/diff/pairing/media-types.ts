/** Which media types stand for which. */
import type { MediaType } from '../../model/contract.ts';

/** `application/json; version=2` */
export function keyOf({ range, parameters = '' }: MediaType): string {
  return `${range}${parameters}`;
}

export function isRange({ range }: MediaType): boolean {
  return range.endsWith('/*');
}

export function isSameType(one: MediaType, other: MediaType): boolean {
  return one.range === other.range;
}

/** The one of `content` that every message of this type falls under: itself, else with no parameters, else a range. */
export function covering(content: readonly MediaType[], media: MediaType): MediaType | undefined {
  const [family] = media.range.split('/');
  return (
    content.find((one) => keyOf(one) === keyOf(media)) ??
    content.find((one) => isSameType(one, media) && isLoose(one, media)) ??
    content.find(({ range }) => range === `${family}/*`) ??
    content.find(({ range }) => range === '*/*')
  );
}

/** One of them has no parameters: `version=1` and `version=2` are two types. */
function isLoose(one: MediaType, other: MediaType): boolean {
  return (one.parameters ?? '') === '' || (other.parameters ?? '') === '';
}
