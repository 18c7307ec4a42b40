/** Which operations declare that they evaluate If-Match, If-None-Match and Range. */
import type { Operation } from '../../../../spec/model/contract.ts';
import { declaresStatus, requestMedia, successResponses } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isVersion } from '../../request/values/identifier-names.ts';
import { headerParameter } from './entity-tags.ts';

/** By the parameter; without it by 412, where nothing but the ETag of the read can be the precondition. */
export function evaluatesIfMatch(operation: Operation | undefined, read: Operation): operation is Operation {
  if (operation === undefined) return false;
  if (headerParameter(operation, 'if-match') !== undefined) return true;
  return declaresStatus(operation, 412) && declaresEtag(read) && !hasOtherPrecondition(operation);
}

/** By the parameter; without it by 304, unless that belongs to If-Modified-Since. */
export function evaluatesIfNoneMatch(operation: Operation): boolean {
  if (operation.method !== 'GET') return false;
  if (headerParameter(operation, 'if-none-match') !== undefined) return true;
  return declaresStatus(operation, 304) && headerParameter(operation, 'if-modified-since') === undefined;
}

export function declaresEtag(operation: Operation): boolean {
  return declaresHeader(operation, 'etag');
}

/** `perhaps`: contents such as images, whose response may announce it. */
export function evaluatesRange(operation: Operation): 'declared' | 'perhaps' | 'no' {
  if (operation.method !== 'GET') return 'no';
  const isDeclared =
    headerParameter(operation, 'range') !== undefined ||
    [206, 416].some((status) => declaresStatus(operation, status)) ||
    declaresHeader(operation, 'accept-ranges');
  if (isDeclared) return 'declared';
  const ranges = successResponses(operation).flatMap(({ content }) => content.map(({ range }) => range));
  return ranges.some((range) => /^(?:image|audio|video)\/|\/(?:octet-stream|pdf|zip)$/.test(range)) ? 'perhaps' : 'no';
}

function declaresHeader(operation: Operation, name: string): boolean {
  return successResponses(operation).some(({ headers }) => headers.some((one) => one.name.toLowerCase() === name));
}

/** A date, a header of the implementation's own, or a version in the body. */
function hasOtherPrecondition(operation: Operation): boolean {
  const schema = requestMedia(operation)?.schema;
  return (
    operation.parameters.some(
      ({ in: place, name }) => place !== 'path' && /^if-|version|revision|^rev$|etag/i.test(name),
    ) ||
    (schema !== undefined && [...flattenSchema(schema).properties.keys()].some(isVersion))
  );
}
