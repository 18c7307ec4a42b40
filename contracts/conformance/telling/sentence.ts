/** The sentence of the contract that stands at a place, in words. */
import type { Contract, Operation, Place } from '../../../spec/model/contract.ts';
import { keywordPhrase, schemaPhrase, schemaValued } from './sentence/keyword-sentences.ts';
import {
  type ContractSubject,
  keyOf,
  type Subjects,
  subjectsOf,
  subjectsOfOne,
} from './sentence/subjects.ts';

const known = new WeakMap<object, Subjects>();

/**
 * `NewOrder requires "id"`, `NewOrder.id is an integer (int64)`, `400 is declared for createOrder`; of what lies around
 * the place where the place itself says nothing. Undefined for a place outside of what the contract demands. What several
 * operations refer to goes by the name that it has in the one that is told of, where that is given.
 */
export function sentenceOf(place: Place, contract: Contract, operation?: Operation): string | undefined {
  const own =
    operation &&
    nearest(
      place,
      subjectsIn(operation, () => subjectsOfOne(operation)),
    );
  return (
    own ??
    nearest(
      place,
      subjectsIn(contract, () => subjectsOf(contract)),
    )
  );
}

/** Worked out once. */
function subjectsIn(whole: Contract | Operation, subjects: () => Subjects): Subjects {
  const found = known.get(whole) ?? subjects();
  known.set(whole, found);
  return found;
}

function nearest(place: Place, subjects: Subjects): string | undefined {
  const end = place.pointer.lastIndexOf('/');
  const around = { ...place, pointer: place.pointer.slice(0, Math.max(0, end)) };
  const keyword = place.pointer.slice(end + 1);
  const said = keywordSentence(end === -1 ? undefined : subjects.get(keyOf(around)), keyword);
  // What is under `not` says the opposite of what `not` says.
  if (said !== undefined && schemaValued.has(keyword)) return said;
  const subject = subjects.get(keyOf(place));
  if (subject !== undefined) return whole(subject);
  return end === -1 ? undefined : (said ?? nearest(around, subjects));
}

function whole(subject: ContractSubject): string {
  return subject.kind === 'said' ? subject.sentence : `${subject.name} ${schemaPhrase(subject.schema)}`;
}

function keywordSentence(subject: ContractSubject | undefined, keyword: string): string | undefined {
  if (subject?.kind !== 'schema') return undefined;
  const phrase = keywordPhrase(subject.schema, keyword);
  return phrase === undefined ? undefined : `${subject.name} ${phrase}`;
}
