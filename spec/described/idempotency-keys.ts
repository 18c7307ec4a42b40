/** Idempotency keys: which parameter is one, and what the descriptions say about a key with another body. */
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Contract, Operation, Parameter } from '../model/contract.ts';
import { splitSentences } from '../model/sentences.ts';

/** The header of draft-ietf-httpapi-idempotency-key-header, also under its usual other names. */
export function findIdempotencyKey({ method, parameters }: Operation): Parameter | undefined {
  if (!/^(?:POST|PATCH)$/.test(method)) return undefined;
  return parameters.find(
    ({ in: location, name, schema }) =>
      location === 'header' && schema !== undefined && /^(?:x-)?idempoten(?:cy|t)-?(?:key|token|id)$/i.test(name),
  );
}

/**
 * The status with which a key with another body is rejected: no keyword can express it. Undefined where the
 * descriptions do not say it: implementations may return the first response to another body too.
 */
export function otherBodyRejection(
  operation: Operation,
  key: Parameter,
  { document }: Pick<Contract, 'document'>,
): number | undefined {
  const texts = [operation.place, key.place].flatMap(({ pointer }) => textsAt(document, pointer));
  const stated = texts
    .flatMap(splitSentences)
    .find((sentence) => namesOtherBody(sentence) && statesRejection(sentence));
  const rejections = operation.responses.filter(({ status }) => /^4\d\d$/.test(status));
  const described = rejections.find(({ description }) => splitSentences(description).some(namesOtherBody));
  if (described !== undefined) return Number(described.status);
  if (stated === undefined) return undefined;
  const [named] = /\b4\d\d\b/.exec(stated) ?? [];
  const usual = ['422', '409', '400'].find((status) => rejections.some((declared) => declared.status === status));
  return Number(named ?? usual ?? 422);
}

function textsAt(document: Json, pointer: string): readonly string[] {
  const node = splitPointer(pointer).reduce<Json | undefined>(memberOf, document);
  if (!isJsonObject(node)) return [];
  return [node['summary'], node['description']].filter((text) => typeof text === 'string');
}

function memberOf(node: Json | undefined, key: string): Json | undefined {
  if (isJsonArray(node)) return node[Number(key)];
  return isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
}

/** `The same key with another body`, `Idempotency-Key reused with a different payload`. */
function namesOtherBody(sentence: string): boolean {
  return (
    /\b(?:key|idempoten\w*)\b/i.test(sentence) &&
    /\b(?:other|another|different|differing|changed)\s+(?:request\s+)?(?:body|payload|content|contents|data)\b/i.test(
      sentence,
    )
  );
}

/** What clients must not do says nothing about the response. */
function statesRejection(sentence: string): boolean {
  const isNegated = /\b(?:not|never|without|no)\b/i.test(sentence);
  return !isNegated && /\b(?:rejected|rejects|4\d\d|conflict|error|fails)\b/i.test(sentence);
}
