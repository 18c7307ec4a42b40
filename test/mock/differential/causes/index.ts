import { accessCauses } from './access.ts';
import type { Cause } from './cause.ts';
import { preferenceCauses } from './preferences.ts';
import { responseCauses } from './responses.ts';
import { transportCauses } from './transport.ts';
import { validationCauses } from './validation.ts';

/** The first that explains a difference is the one that counts. */
export const causes: readonly Cause[] = [
  ...transportCauses,
  ...accessCauses,
  ...validationCauses,
  ...preferenceCauses,
  ...responseCauses,
];
