/** Content negotiation (RFC 9110, 12.5.1). Own, since an `Accept: foo` kills Prism's. */
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';

export interface NegotiatedType {
  readonly media: MediaType;
  /** What stands in the answer's Content-Type: a range of the contract made concrete. */
  readonly type: string;
}

/** The best of `content` for an Accept header; parts of the header that cannot be read count as not sent. */
export function negotiate(content: readonly MediaType[], accept: string | undefined): NegotiatedType | undefined {
  const ranges = parseAccept(accept);
  const offers = preferJson(content).map((media) => ({ media, type: concreteType(media, ranges) }));
  if (ranges.length === 0) return offers[0];
  const ratedOffers = offers.map((offer) => ({ ...offer, quality: typeQuality(offer.type, ranges) }));
  const [best] = ratedOffers.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return best === undefined ? undefined : { media: best.media, type: best.type };
}

interface AcceptRange {
  readonly family: string;
  readonly subtype: string;
  readonly quality: number;
}

function parseAccept(accept: string | undefined): readonly AcceptRange[] {
  return (accept?.split(',') ?? []).flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const [, family, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
    return family === undefined || subtype === undefined
      ? []
      : [{ family, subtype, quality: parseQuality(parameters) }];
  });
}

function parseQuality(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 1;
}

/** Of the ranges that cover a type the most specific decides. */
function typeQuality(type: string, ranges: readonly AcceptRange[]): number {
  const [family, subtype] = type.split('/');
  const covering = ranges.filter(
    (range) => (range.family === family && (range.subtype === subtype || range.subtype === '*')) || isAny(range),
  );
  const [best] = covering.toSorted((a, b) => specificity(b) - specificity(a) || b.quality - a.quality);
  return best?.quality ?? 0;
}

function isAny(range: AcceptRange): boolean {
  return range.family === '*' && range.subtype === '*';
}

function specificity(range: AcceptRange): number {
  return (range.family === '*' ? 0 : 1) + (range.subtype === '*' ? 0 : 1);
}

function preferJson(content: readonly MediaType[]): readonly MediaType[] {
  return content.toSorted((a, b) => Number(isJsonType(b.range)) - Number(isJsonType(a.range)));
}

/** The contract may offer any type of a family; then the client's wish decides, else a plain one of that family. */
function concreteType({ range, schema }: MediaType, acceptRanges: readonly AcceptRange[]): string {
  const [family = '*', subtype = '*'] = range.split('/');
  if (subtype !== '*') return range;
  const acceptRange = acceptRanges.find((one) => one.subtype !== '*' && (family === '*' || one.family === family));
  if (acceptRange !== undefined) return `${acceptRange.family}/${acceptRange.subtype}`;
  if (family !== '*' && family !== 'application') return defaultTypes.get(family) ?? `${family}/octet-stream`;
  return schema?.format === 'binary' ? 'application/octet-stream' : 'application/json';
}

const defaultTypes: ReadonlyMap<string, string> = new Map([
  ['text', 'text/plain'],
  ['image', 'image/png'],
  ['audio', 'audio/wav'],
]);
