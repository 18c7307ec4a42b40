import { accessCauses } from './access.ts';
import type { Cause } from './cause.ts';
import { preferenceCauses } from './preferences.ts';
import { responseCauses } from './responses.ts';
import { transportCauses } from './transport.ts';
import { validationCauses } from './validation.ts';

/** The first cause that explains a difference applies. */
export const causes: readonly Cause[] = [
  ...transportCauses,
  ...accessCauses,
  ...validationCauses,
  ...preferenceCauses,
  ...responseCauses,
];
