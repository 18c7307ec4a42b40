/** All mutants, in the order of the tables. */

import { alternatives } from './alternatives.ts';
import { callbacks } from './callbacks.ts';
import { discriminators } from './discriminators.ts';
import { equivalentContracts } from './equivalent-contracts.ts';
import { extendingSchemas } from './extending-schemas.ts';
import { callbackResponses, headersOfParts } from './extra-headers.ts';
import { type ContractMutant, contractMutants } from './mutant.ts';
import { oddBodies } from './odd-bodies.ts';
import { oddRequests } from './odd-requests.ts';
import { oddSecurity } from './odd-security.ts';
import { operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { bodies } from './plant-store-bodies.ts';
import { exchanges } from './plant-store-exchanges.ts';
import { readWriteOnly } from './read-write-only.ts';
import { recursion } from './recursion.ts';
import { requestBodies } from './request-bodies.ts';
import { responses } from './responses.ts';
import { schemaMutantsOf } from './schema-mutant.ts';
import { schemaTables } from './schemas/index.ts';
import { security } from './security.ts';
import { everydayChanges } from './todos.ts';

const tables = [
  bodies,
  exchanges,
  operations,
  parameters,
  requestBodies,
  responses,
  security,
  alternatives,
  discriminators,
  recursion,
  readWriteOnly,
  everydayChanges,
  oddRequests,
  oddBodies,
  oddSecurity,
  callbacks,
  callbackResponses,
  headersOfParts,
  extendingSchemas,
];

export const exchangeMutants: readonly ContractMutant[] = [...tables.flatMap(contractMutants), ...equivalentContracts];

export const schemaMutants: readonly ContractMutant[] = schemaTables.flatMap(schemaMutantsOf);

export const mutants: readonly ContractMutant[] = [...exchangeMutants, ...schemaMutants];
