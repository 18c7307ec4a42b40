/** Valid bodies drawn from the schema. */
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { OpenAnswer } from '../../model/draft.ts';
import { caseOf } from '../../request/case-of.ts';
import type { Twin, TwinBody } from '../../request/twin.ts';
import { rawDraft } from '../../request/twin-draft.ts';
import { freshenNumbers } from '../../request/values/fresh.ts';
import { escapeAll } from '../../request/values/spellings.ts';
import { arbitraryOf } from './arbitrary.ts';
import { type Kind, nameOf } from './kind.ts';
import { reasonToRefuse } from './words.ts';

/** Every other one has new identifiers, so that a store that refuses known ones takes it in every run. */
export function validKind(twin: Twin, { schema, media }: TwinBody): Kind<Json> {
  const name = 'valid';
  return {
    name,
    arbitrary: arbitraryOf(schema),
    caseFor(value, at) {
      if (!isValid(schema, value, 'request')) return undefined;
      const [index = 0] = at.path;
      const isFresh = index % 2 === 0;
      const write = spellings[index % spellings.length] ?? stringifyJson;
      const tried = caseOf(twin, {
        family: 'random',
        name: nameOf({ name }, at),
        topic: name,
        expectation: 'accept',
        mutation: 'the body is drawn at random from its schema',
        place: media.place,
        open: openFor(value),
        fixed: isFresh ? 'text' : 'number',
        build: (fresh) => {
          const sent = isFresh ? freshenNumbers(value, schema, fresh) : value;
          return rawDraft(twin, { text: write(sent), value: sent });
        },
      });
      return { tried, value };
    },
  };
}

const spellings: readonly ((value: Json) => string)[] = [
  stringifyJson,
  stringifyJson,
  (value) => stringifyJson(value, 1),
  stringifyJson,
  escapeAll,
];

/** What the contract does not state, and a store may refuse all the same. */
function openFor(value: Json): readonly OpenAnswer[] {
  const because = textsIn(value)
    .map(reasonToRefuse)
    .find((reason) => reason !== undefined);
  return because === undefined ? [] : [{ status: 'declared client error', because }];
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
