/** Content negotiation (RFC 9110, section 12.5.1). Not Prism's, which crashes on `Accept: foo`. */
import { isJsonType, type MediaType } from '../../spec/model/contract.ts';

export interface NegotiatedType {
  readonly media: MediaType;
  /** The Content-Type of the response: a concrete type for the declared range. */
  readonly type: string;
}

/** The best of `content` for an Accept header; malformed parts of the header are ignored. */
export function negotiate(content: readonly MediaType[], accept: string | undefined): NegotiatedType | undefined {
  const ranges = parseAccept(accept);
  const offers = preferJson(content).map((media) => ({ media, type: concreteType(media, ranges) }));
  if (ranges.length === 0) return offers[0];
  const ratedOffers = offers.map((offer) => ({ ...offer, quality: typeQuality(offer.type, ranges) }));
  const [best] = ratedOffers.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality);
  return best === undefined ? undefined : { media: best.media, type: best.type };
}

interface AcceptRange {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

function parseAccept(accept: string | undefined): readonly AcceptRange[] {
  return (accept?.split(',') ?? []).flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const [, type, subtype] = /^([\w!#$&^.+*-]+)\/([\w!#$&^.+*-]+)$/.exec(range) ?? [];
    return type === undefined || subtype === undefined ? [] : [{ type, subtype, quality: parseQuality(parameters) }];
  });
}

function parseQuality(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  if (text === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 1;
}

/** The most specific range that matches a type sets its quality. */
function typeQuality(mediaType: string, ranges: readonly AcceptRange[]): number {
  const [type, subtype] = mediaType.split('/');
  const covering = ranges.filter(
    (range) => (range.type === type && (range.subtype === subtype || range.subtype === '*')) || isAny(range),
  );
  const [best] = covering.toSorted((a, b) => specificity(b) - specificity(a) || b.quality - a.quality);
  return best?.quality ?? 0;
}

function isAny(range: AcceptRange): boolean {
  return range.type === '*' && range.subtype === '*';
}

function specificity(range: AcceptRange): number {
  return (range.type === '*' ? 0 : 1) + (range.subtype === '*' ? 0 : 1);
}

function preferJson(content: readonly MediaType[]): readonly MediaType[] {
  return content.toSorted((a, b) => Number(isJsonType(b.range)) - Number(isJsonType(a.range)));
}

/** If the contract declares a range such as `image/*`, the client's preference decides, or else a default type. */
function concreteType({ range, schema }: MediaType, acceptRanges: readonly AcceptRange[]): string {
  const [type = '*', subtype = '*'] = range.split('/');
  if (subtype !== '*') return range;
  const acceptRange = acceptRanges.find((one) => one.subtype !== '*' && (type === '*' || one.type === type));
  if (acceptRange !== undefined) return `${acceptRange.type}/${acceptRange.subtype}`;
  if (type !== '*' && type !== 'application') return defaultTypes.get(type) ?? `${type}/octet-stream`;
  return schema?.format === 'binary' ? 'application/octet-stream' : 'application/json';
}

const defaultTypes: ReadonlyMap<string, string> = new Map([
  ['text', 'text/plain'],
  ['image', 'image/png'],
  ['audio', 'audio/wav'],
]);
