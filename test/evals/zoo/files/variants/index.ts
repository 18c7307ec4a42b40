import { right } from '../../variant.ts';
import type { VariantGroup } from '../../zoo.ts';
import type { FilesBehavior } from '../behavior.ts';
import type { FilesFault, FilesVariant } from '../variant.ts';
import { wrongAccess, wrongJobTenants, wrongTenants } from './access.ts';
import { forgottenBodyRules, readsBodiesOtherwise } from './bodies.ts';
import { wrongContent, wrongRanges } from './content.ts';
import { wrongNegotiation, wrongProblems } from './errors.ts';
import { wrongLists } from './lists.ts';
import { withKnownError } from './missed.ts';
import { wrongParts } from './multipart.ts';
import { rejectsNames, wrongNames, wrongNotes } from './notes.ts';
import { forgottenParameterRules, readsParametersOtherwise } from './parameters.ts';
import { wrongDeletions, wrongJobs, wrongLinks, wrongParents } from './records.ts';
import { rightDecisions } from './right-decisions.ts';
import { rightRepresentations } from './right-representations.ts';
import { rightStrictness } from './right-strictness.ts';
import { rightMessages } from './right-wire.ts';
import { wrongTables } from './tables.ts';
import { showsOtherValues, storesOtherValues } from './values.ts';
import { wrongCaches, wrongMessages } from './wire.ts';

const rightGroups: readonly VariantGroup<FilesVariant>[] = [
  {
    title: 'correct: the implementation itself',
    variants: right<FilesBehavior>([
      {
        name: 'right-vault',
        description: 'It keeps files.yaml, and makes the common choice where that is silent.',
        behavior: () => ({}),
      },
    ]),
  },
  { title: 'correct: other decisions', variants: rightDecisions },
  { title: 'correct: stricter or more lenient', variants: rightStrictness },
  { title: 'correct: other representations', variants: rightRepresentations },
  { title: 'correct: other messages', variants: rightMessages },
];

const faultyGroups: readonly VariantGroup<FilesFault>[] = [
  { title: 'missing body validation', variants: forgottenBodyRules },
  { title: 'bodies read otherwise', variants: readsBodiesOtherwise },
  { title: 'values kept otherwise', variants: storesOtherValues },
  { title: 'values shown otherwise', variants: showsOtherValues },
  { title: 'unchecked parameters', variants: forgottenParameterRules },
  { title: 'parameters read otherwise', variants: readsParametersOtherwise },
  { title: 'wrong lists', variants: wrongLists },
  { title: 'wrong CSV and counts', variants: wrongTables },
  { title: 'wrong notes', variants: wrongNotes },
  { title: 'names in paths read otherwise', variants: [...wrongNames, ...rejectsNames] },
  { title: 'wrong parts', variants: wrongParts },
  { title: 'wrong content', variants: wrongContent },
  { title: 'wrong ranges', variants: wrongRanges },
  { title: 'invalid credentials', variants: wrongAccess },
  { title: 'other tenants', variants: [...wrongTenants, ...wrongJobTenants] },
  { title: 'wrong parents', variants: wrongParents },
  { title: 'after deletion', variants: wrongDeletions },
  { title: 'wrong jobs', variants: wrongJobs },
  { title: 'wrong links', variants: wrongLinks },
  { title: 'wrong problems', variants: wrongProblems },
  { title: 'wrong negotiation', variants: wrongNegotiation },
  { title: 'wrong messages', variants: wrongMessages },
  { title: 'wrong caches', variants: wrongCaches },
];

/** The service itself and what differs from it without a fault; then all that do not conform. */
export const filesVariantGroups: readonly VariantGroup<FilesVariant>[] = [...rightGroups, ...faultyGroups].map(
  ({ title, variants }) => ({ title, variants: variants.map(withKnownError) }),
);
