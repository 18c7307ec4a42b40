/** Describes what the contract says at a place, as a sentence. */
import type { Contract, Operation, Place } from '../../../spec/model/contract.ts';
import {
  type ContractSubject,
  type ContractSubjects,
  contractSubjects,
  operationSubjects,
  placeKey,
} from './contract-sentence/contract-subjects.ts';
import { keywordPhrase, schemaPhrase, schemaValuedKeywords } from './contract-sentence/keyword-phrases.ts';

const subjectsCache = new WeakMap<object, ContractSubjects>();

/**
 * `NewOrder requires "id"`, `NewOrder.id is an integer (int64)`, `400 is declared for createOrder`; the sentence of the
 * nearest parent when the place has none. Undefined for a place that requires nothing. With `operation`, a part shared
 * by several operations is described as part of that one.
 */
export function findContractSentence(place: Place, contract: Contract, operation?: Operation): string | undefined {
  const operationSentence =
    operation &&
    nearestSentence(
      place,
      getSubjects(operation, () => operationSubjects(operation)),
    );
  return (
    operationSentence ??
    nearestSentence(
      place,
      getSubjects(contract, () => contractSubjects(contract)),
    )
  );
}

/** Memoized for each contract and operation. */
function getSubjects(whole: Contract | Operation, subjects: () => ContractSubjects): ContractSubjects {
  const found = subjectsCache.get(whole) ?? subjects();
  subjectsCache.set(whole, found);
  return found;
}

function nearestSentence(place: Place, subjects: ContractSubjects): string | undefined {
  const end = place.pointer.lastIndexOf('/');
  const parent = { ...place, pointer: place.pointer.slice(0, Math.max(0, end)) };
  const keyword = place.pointer.slice(end + 1);
  const sentence = keywordSentence(end === -1 ? undefined : subjects.get(placeKey(parent)), keyword);
  // A schema under `not` means the opposite of the `not` keyword.
  if (sentence !== undefined && schemaValuedKeywords.has(keyword)) return sentence;
  const subject = subjects.get(placeKey(place));
  if (subject !== undefined) return subjectSentence(subject);
  return end === -1 ? undefined : (sentence ?? nearestSentence(parent, subjects));
}

function subjectSentence(subject: ContractSubject): string {
  return subject.kind === 'sentence' ? subject.sentence : `${subject.name} ${schemaPhrase(subject.schema)}`;
}

function keywordSentence(subject: ContractSubject | undefined, keyword: string): string | undefined {
  if (subject?.kind !== 'schema') return undefined;
  const phrase = keywordPhrase(subject.schema, keyword);
  return phrase === undefined ? undefined : `${subject.name} ${phrase}`;
}
