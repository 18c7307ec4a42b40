import { mediaTypeFor } from '../../../spec/contract.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../spec/exact-json.ts';
import type { Case, Fresh, OpenAnswer } from '../case.ts';
import { freshen } from '../fresh.ts';
import { caseOf, rawDraft } from '../twin.ts';
import type { Family } from './family.ts';

/** The same bytes under a media type that the contract does not declare. */
export const mediaTypes: Family = {
  name: 'media-types',
  summary: 'a body of an undeclared media type is rejected',
  *generate(twin): Generator<Case> {
    const { body, operation } = twin;
    if (body === undefined) return;
    for (const { type, write } of otherTypes) {
      if (mediaTypeFor(operation.requestBody?.content ?? [], type) !== undefined) continue;
      yield caseOf(twin, {
        family: 'media-types',
        name: type,
        topic: type,
        expectation: 'reject',
        mutation: `the media type is ${type}`,
        place: body.media.place,
        open,
        build: (fresh: Fresh) =>
          rawDraft(twin, { text: write(freshen(body.full, body.schema, fresh)), contentType: type }),
      });
    }
  },
};

const open: readonly OpenAnswer[] = [
  { status: 415, because: 'HTTP has a status of its own for an unsupported media type' },
];

const otherTypes: readonly { readonly type: string; write(body: Json): string }[] = [
  { type: 'text/plain', write: stringifyJson },
  { type: 'application/xml', write: stringifyJson },
  { type: 'application/x-www-form-urlencoded', write: form },
];

function form(body: Json): string {
  const members = isJsonObject(body) ? Object.entries(body) : [];
  return new URLSearchParams(
    members.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}
