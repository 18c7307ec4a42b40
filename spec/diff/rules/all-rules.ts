/** All rules of the comparison. */
import { bodyRules, writtenHeaderRules } from './bodies.ts';
import type { ChangeRule } from './change.ts';
import { operationRules, serverRules } from './operations.ts';
import { outgoingCallRules } from './outgoing-calls.ts';
import { parameterRules } from './parameters.ts';
import { responseRules } from './responses.ts';
import { schemaRules } from './schema-rules.ts';
import { securityRules } from './security.ts';

/** In the order of a contract's parts. */
export const changeRules: readonly ChangeRule[] = [
  ...serverRules.all,
  ...operationRules.all,
  ...securityRules.all,
  ...parameterRules.all,
  ...bodyRules.all,
  ...responseRules.all,
  ...outgoingCallRules.all,
  ...writtenHeaderRules.all,
  ...schemaRules,
];
