/** Reasons for not judging an operation that lie in the document, and not in the store or the verifier. */
import type { UncheckedOperation } from '../../../contracts/report/stage-report.ts';

const generalReasons: readonly RegExp[] = [
  /^the contract declares no success for it/,
  /^no valid body can be generated from its schema/,
  /^its path has a fragment/,
];

/** By document and operation, read once by a person. */
const knownReasons: ReadonlyMap<string, string> = new Map([
  ['readme-petstore deletePet', 'addPet declares no success, so no pet can be created'],
  ['readme-31-petstore deletePet', 'addPet declares no success, so no pet can be created'],
  ['readme-petstore deleteOrder', 'it declares no success, and reading what is made allows the numbers 1 to 10 alone'],
  [
    'readme-31-petstore deleteOrder',
    'it declares no success, and reading what is made allows the numbers 1 to 10 alone',
  ],
  ['readme-petstore deleteUser', 'createUser declares no body, and PUT no success: no user is surely there'],
  ['readme-31-petstore deleteUser', 'createUser declares no body, and PUT no success: no user is surely there'],
  ['conjur rotateApiKey', 'requires two credentials in the one header Authorization'],
]);

/** Undefined where the document is not to blame. */
export function documentLimitation(document: string, { operation, reason }: UncheckedOperation): string | undefined {
  return generalReasons.some((one) => one.test(reason)) ? reason : knownReasons.get(`${document} ${operation}`);
}
