/** Reasons for not checking an operation that are in the document, not in the mock or the verifier. */
import type { UncheckedOperation } from '../../../contracts/report/stage-report.ts';

const generalReasons: readonly RegExp[] = [
  /^the contract declares no success for it/,
  /^no valid body can be generated from its schema/,
  /^its path has a fragment/,
  // Where the contract has no operation that creates records, the mock has few.
  /^tested in part, because the list has (?:one|\d+) records?;/,
  /^tested in part, because (?:all records of the list have the same|no record of the list has|no two records of the sorted list differ|the next page has the same records)/,
  // A list of texts has made-up ones.
  /^tested in part, because the responses do not show it: declare in its items the identifier, or a text that is sent;/,
  /^the run could not create a record for it, and changes no other/,
  // The document declares neither an identifier nor a Location of what it creates.
  /^tested in part, because the response to .* does not identify the new record, and nothing else shows it[;:]/,
];

/** By document and operation; each was reviewed by hand. */
const knownReasons: ReadonlyMap<string, string> = new Map([
  ['readme-petstore deletePet', 'addPet declares no success, so no pet can be created'],
  ['readme-31-petstore deletePet', 'addPet declares no success, so no pet can be created'],
  [
    'readme-petstore deleteOrder',
    'it declares no success, and reading a created order allows only the numbers 1 to 10',
  ],
  [
    'readme-31-petstore deleteOrder',
    'it declares no success, and reading a created order allows only the numbers 1 to 10',
  ],
  ['readme-petstore deleteUser', 'createUser declares no body, and PUT no success: no user is known to exist'],
  ['readme-31-petstore deleteUser', 'createUser declares no body, and PUT no success: no user is known to exist'],
  ['gitea-io repoAddCollaborator', 'the permission that it writes is shown by no response: reading returns 204'],
  ['conjur rotateApiKey', 'requires two credentials in the same header Authorization'],
]);

/** Undefined if the document is not the cause. */
export function documentLimitation(document: string, { operation, reason }: UncheckedOperation): string | undefined {
  return generalReasons.some((one) => one.test(reason)) ? reason : knownReasons.get(`${document} ${operation}`);
}
