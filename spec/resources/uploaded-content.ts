/** The operation that returns the bytes of an uploaded file. */
import { memoize } from '../memoize.ts';
import type { Contract, Operation } from '../model/contract.ts';
import { templateShape } from './path-templates.ts';
import { successResponses } from './record-views.ts';

interface Upload {
  readonly create: Operation;
  /** The operation that reads the record. */
  readonly read: Operation | undefined;
  /** The names of the parts that may be the file. */
  readonly fields: readonly string[];
}

/**
 * The contract has to show that the bytes are those of the upload, by the name of the path or by a sentence: a
 * thumbnail or an export is read below a record too. Only octets: images and documents are often converted.
 */
export function findContentOperation(contract: Contract, { create, read, fields }: Upload): Operation | undefined {
  if (read === undefined || !acceptsOctets(create) || PROCESSING.test(create.description ?? '')) return undefined;
  const candidates = octetsBelow(contract).get(templateShape(read.path.replace(/\/+$/, ''))) ?? [];
  return candidates.find(
    ({ operation, segment }) => CONTENT_NAMES.test(segment) || fields.includes(segment) || statesIdentity(operation),
  )?.operation;
}

/** Operations that return octets at a literal segment, by the shape of the path before it. */
const octetsBelow = memoize(({ operations }: Contract) => {
  const found = operations.flatMap((operation) => {
    const [, below, segment] = /^(.*)\/([^/{}]+)\/*$/.exec(operation.path) ?? [];
    if (operation.method !== 'GET' || below === undefined || segment === undefined) return [];
    return returnsOctets(operation) ? [{ operation, segment, shape: templateShape(below) }] : [];
  });
  return Map.groupBy(found, ({ shape }) => shape);
});

function acceptsOctets({ requestBody }: Operation): boolean {
  const encodings = (requestBody?.content ?? []).flatMap(({ encoding }) => [...(encoding?.values() ?? [])]);
  const types = encodings.flatMap((encoding) => encoding.types.filter((type) => !/json|text\/plain/.test(type)));
  return types.length === 0 || types.includes(OCTETS);
}

function returnsOctets(operation: Operation): boolean {
  return successResponses(operation).some(({ content }) => content.some(({ range }) => range === OCTETS));
}

const OCTETS = 'application/octet-stream';

const CONTENT_NAMES = /^(?:contents?|raw|bytes|original|blob)$/i;

/** What is read may then be the result. */
const PROCESSING = /\b(?:convert|transform|process|compress|encrypt|render|transcod|resiz|sign|strip|redact|import)/i;

/** "The bytes as they were sent." */
export function statesIdentity(operation: Operation): boolean {
  const texts = [operation.description, ...successResponses(operation).map(({ description }) => description)];
  return texts.some((text = '') => /\bas (?:they|it) (?:were|was) (?:sent|uploaded)\b|\bas uploaded\b/i.test(text));
}
