import { accessCauses } from './access.ts';
import { answerCauses } from './answers.ts';
import type { Cause } from './cause.ts';
import { judgingCauses } from './judging.ts';
import { transportCauses } from './transport.ts';
import { wishCauses } from './wishes.ts';

/** The first that explains a difference is the one that counts. */
export const causes: readonly Cause[] = [
  ...transportCauses,
  ...accessCauses,
  ...judgingCauses,
  ...wishCauses,
  ...answerCauses,
];
