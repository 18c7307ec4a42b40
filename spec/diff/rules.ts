/** Every rule of the differ. */
import type { ChangeRule } from './change.ts';
import { bodyRules } from './rules/bodies.ts';
import { callRules } from './rules/calls.ts';
import { operationRules } from './rules/operations.ts';
import { parameterRules } from './rules/parameters.ts';
import { responseRules } from './rules/responses.ts';
import { schemaRules } from './rules/schema-rules.ts';
import { securityRules } from './rules/security.ts';
import { serverRules } from './rules/servers.ts';
import { writtenHeaderRules } from './rules/written-headers.ts';

/** In the order in which a contract is read. */
export const changeRules: readonly ChangeRule[] = [
  ...serverRules.all,
  ...operationRules.all,
  ...securityRules.all,
  ...parameterRules.all,
  ...bodyRules.all,
  ...responseRules.all,
  ...callRules.all,
  ...writtenHeaderRules.all,
  ...schemaRules,
];
