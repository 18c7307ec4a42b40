/** The sentence of the contract that stands at a place, in words. */
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
 * `NewOrder requires "id"`, `NewOrder.id is an integer (int64)`, `400 is declared for createOrder`; of what lies around
 * the place where the place itself says nothing. Undefined for a place outside of what the contract demands. What several
 * operations refer to goes by the name that it has in the one that is told of, where that is given.
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

/** Worked out once. */
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
  // What is under `not` says the opposite of what `not` says.
  if (sentence !== undefined && schemaValuedKeywords.has(keyword)) return sentence;
  const subject = subjects.get(placeKey(place));
  if (subject !== undefined) return subjectSentence(subject);
  return end === -1 ? undefined : (sentence ?? nearestSentence(parent, subjects));
}

function subjectSentence(subject: ContractSubject): string {
  return subject.kind === 'said' ? subject.sentence : `${subject.name} ${schemaPhrase(subject.schema)}`;
}

function keywordSentence(subject: ContractSubject | undefined, keyword: string): string | undefined {
  if (subject?.kind !== 'schema') return undefined;
  const phrase = keywordPhrase(subject.schema, keyword);
  return phrase === undefined ? undefined : `${subject.name} ${phrase}`;
}
