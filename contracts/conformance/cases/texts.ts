import type { Case } from '../model/case.ts';
import type { Fresh, OpenAnswer } from '../model/draft.ts';
import { caseOf } from '../request/case-of.ts';
import type { Twin } from '../request/twin.ts';
import { jsonDraft } from '../request/twin-draft.ts';
import type { Family } from './family.ts';
import { allows } from './shared/allowed.ts';
import { freshWith, isConstant, type MutationPoint, mutationPointsOf } from './shared/mutation-points.ts';
import { speltDraft } from './shared/spelt.ts';
import { type Specimen, specimens, wordsFor } from './texts/specimens.ts';

/** Text that implementations mangle: trimmed, escaped, normalised, cut, or read as something else. */
export const texts: Family = {
  name: 'texts',
  summary: 'text arrives as it was sent, whatever its characters',
  *generate({ twin }) {
    if (twin.body === undefined) return;
    for (const point of mutationPointsOf(twin.body)) {
      if (typeof point.value !== 'string') continue;
      for (const specimen of specimens) {
        const text = specimen.text();
        const isNew = text !== point.value || !isConstant(point);
        if (isNew && allows(point, text)) yield caseAt(twin, point, specimen);
      }
    }
  },
};

function caseAt(twin: Twin, point: MutationPoint, specimen: Specimen): Case {
  const { spelling } = specimen;
  return caseOf(twin, {
    family: 'texts',
    name: `${point.name}/${specimen.name}`,
    topic: point.name,
    expectation: specimen.silent === true ? 'silent' : 'accept',
    mutation: `${point.name} is ${wordsFor(specimen)}`,
    place: point.schema.place,
    open: openAnswers(point, specimen.open),
    fixed: 'text',
    build: (fresh: Fresh) =>
      spelling === undefined
        ? jsonDraft(twin, freshWith(point, specimen.text(), fresh))
        : speltDraft(twin, point, { spelling: `"${spelling}"`, value: specimen.text() }, fresh),
  });
}

/** A format that this kit does not know may well be checked by the implementation. */
function openAnswers({ flat }: MutationPoint, because: string | undefined): readonly OpenAnswer[] {
  const unknown =
    flat.format === undefined ? undefined : `the format "${flat.format}" may have rules of its own`;
  return [because, unknown]
    .filter((reason) => reason !== undefined)
    .map((reason) => ({ status: 'declared client error', because: reason }));
}
