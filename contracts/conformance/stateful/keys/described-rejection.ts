/** Reads in the descriptions of an operation whether a key with another body is rejected: no keyword can express it. */
import { isJsonArray, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { splitPointer } from '../../../../spec/json/pointer.ts';
import type { Contract, Operation, Parameter } from '../../../../spec/model/contract.ts';

/** False where the descriptions do not say it: implementations may return the first response to another body too. */
export function rejectsOtherBody(operation: Operation, key: Parameter, { document }: Contract): boolean {
  const texts = [operation.place, key.place].flatMap(({ pointer }) => textsAt(document, pointer));
  const rejections = operation.responses.filter(({ status }) => /^4\d\d$/.test(status));
  return (
    texts.flatMap(sentences).some((sentence) => namesOtherBody(sentence) && statesRejection(sentence)) ||
    rejections.some(({ description }) => sentences(description).some(namesOtherBody))
  );
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

function sentences(text: string): readonly string[] {
  return text.split(/(?<=[.!?;])\s+/);
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
