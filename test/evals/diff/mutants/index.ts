/** All mutants, in the order of the tables. */

import { alternatives } from './alternatives.ts';
import { answers } from './answers.ts';
import { calls } from './calls.ts';
import { directions } from './directions.ts';
import { discriminators } from './discriminators.ts';
import { heirs } from './heirs.ts';
import { type Mutant, mutantsOf } from './mutant.ts';
import { oddBodies } from './odd-bodies.ts';
import { oddRequests } from './odd-requests.ts';
import { oddSecurity } from './odd-security.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { bodies } from './plant-store-bodies.ts';
import { exchanges } from './plant-store-exchanges.ts';
import { recursion } from './recursion.ts';
import { requestBodies } from './request-bodies.ts';
import { schemaMutantsOf } from './schema-mutant.ts';
import { schemaTables } from './schemas/index.ts';
import { security } from './security.ts';
import { life } from './todos.ts';
import { answersToCalls, headersOfParts } from './written-headers.ts';
import { writtenOtherwise } from './written-otherwise.ts';

const tables = [
  bodies,
  exchanges,
  operations,
  parameters,
  requestBodies,
  answers,
  security,
  alternatives,
  discriminators,
  recursion,
  directions,
  life,
  oddRequests,
  oddBodies,
  oddSecurity,
  calls,
  answersToCalls,
  headersOfParts,
  heirs,
];

export const exchangeMutants: readonly Mutant[] = [...tables.flatMap(mutantsOf), ...writtenOtherwise];

export const schemaMutants: readonly Mutant[] = schemaTables.flatMap(schemaMutantsOf);

export const mutants: readonly Mutant[] = [...exchangeMutants, ...schemaMutants];
