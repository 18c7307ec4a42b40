import { type Json, stringifyJson } from '../../../spec/exact-json.ts';
import type { Case, Fresh, OpenAnswer } from '../case.ts';
import { caseOf, rawDraft, type Twin } from '../twin.ts';
import type { Family } from './family.ts';
import { allows, freshWith, type Spot, spotsOf } from './spots.ts';
import { characters } from './texts/characters.ts';
import { escapes } from './texts/escapes.ts';
import { lookAlikes } from './texts/look-alikes.ts';
import { sizes } from './texts/sizes.ts';
import type { Specimen } from './texts/specimen.ts';
import { whiteSpace } from './texts/white-space.ts';

/** Text that implementations mangle: trimmed, escaped, normalised, cut, or read as something else. */
export const texts: Family = {
  name: 'texts',
  summary: 'text arrives as it was sent, whatever its characters',
  *generate(twin) {
    if (twin.body === undefined) return;
    for (const spot of spotsOf(twin.body)) {
      if (typeof spot.value !== 'string') continue;
      for (const specimen of specimens) {
        if (allows(spot, specimen.text())) yield caseAt(twin, spot, specimen);
      }
    }
  },
};

const specimens: readonly Specimen[] = [...sizes, ...whiteSpace, ...characters, ...escapes, ...lookAlikes];

function caseAt(twin: Twin, spot: Spot, specimen: Specimen): Case {
  return caseOf(twin, {
    family: 'texts',
    name: `${spot.name}/${specimen.name}`,
    topic: spot.name,
    expectation: specimen.silent === true ? 'silent' : 'accept',
    mutation: `${spot.name} is a text with: ${specimen.name}`,
    place: spot.schema.place,
    open: openAnswers(spot, specimen.open),
    fixed: 'text',
    build: (fresh: Fresh) => {
      const value = freshWith(spot, specimen.text(), fresh);
      return rawDraft(twin, { text: written(value, specimen), value });
    },
  });
}

function written(value: Json, { text, spelling }: Specimen): string {
  const plain = stringifyJson(value);
  return spelling === undefined ? plain : plain.replace(JSON.stringify(text()), () => `"${spelling}"`);
}

/** A format that this kit does not know may well be checked by the implementation. */
function openAnswers({ flat }: Spot, because: string | undefined): readonly OpenAnswer[] {
  const unknown =
    flat.format === undefined ? undefined : `the format "${flat.format}" may have rules of its own`;
  return [because, unknown]
    .filter((reason) => reason !== undefined)
    .map((reason) => ({ status: 'declared client error', because: reason }));
}
