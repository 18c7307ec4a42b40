import { type RunningStore, startStore } from './server.ts';
import { rightStore } from './store.ts';
import type { Variant } from './variant.ts';
import { acceptsTooMuch } from './variants/accepts-too-much.ts';
import { auth } from './variants/auth.ts';
import { authDeep } from './variants/auth-deep.ts';
import { lenientSyntax } from './variants/lenient-syntax.ts';
import { numbers } from './variants/numbers.ts';
import { rareEchoes } from './variants/rare-echo.ts';
import { refusesTooMuch, refusesUnnamed, refusesWriting } from './variants/refuses-too-much.ts';
import { rightAnswers, rightLatitude } from './variants/right-answers.ts';
import { rightErrors } from './variants/right-errors.ts';
import { rightRefusals } from './variants/right-refusals.ts';
import { rightTransport } from './variants/right-transport.ts';
import { state } from './variants/state.ts';
import { transport } from './variants/transport.ts';
import { wrongNames, wrongTags } from './variants/wrong-echo.ts';
import { wrongErrors } from './variants/wrong-errors.ts';
import { wrongRefusals } from './variants/wrong-refusals.ts';
import { rareSuccesses, wrongSuccesses } from './variants/wrong-successes.ts';
import { rareWrongTypes, wrongTypes } from './variants/wrong-types.ts';

export type { RunningStore } from './server.ts';
export type { FaultyVariant, RightVariant, Variant } from './variant.ts';

/** The store itself, and what differs from it without a fault; then all that break the contract. */
export const variants: readonly Variant[] = [
  {
    name: 'right-store',
    kind: 'right',
    what: 'It keeps interface.md, and makes the common choice where that is silent.',
    behaviour: () => ({}),
  },
  ...rightRefusals,
  ...refusesUnnamed,
  ...rightErrors,
  ...rightAnswers,
  ...rightLatitude,
  ...rightTransport,
  ...acceptsTooMuch,
  ...wrongTypes,
  ...numbers,
  ...refusesTooMuch,
  ...wrongSuccesses,
  ...wrongNames,
  ...wrongTags,
  ...wrongRefusals,
  ...wrongErrors,
  ...auth,
  ...authDeep,
  ...rareWrongTypes,
  ...lenientSyntax,
  ...refusesWriting,
  ...rareSuccesses,
  ...rareEchoes,
  ...transport,
  ...state,
];

/** Of mixed case, so that variants that neglect case can be told from others. */
const defaultToken = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';

/** On a free port unless one is given; with a memory of its own at every start. */
export function startVariant(
  variant: Variant,
  { token = defaultToken, port = 0 }: { readonly token?: string; readonly port?: number } = {},
): Promise<RunningStore> {
  return startStore({ ...rightStore, ...variant.behaviour(rightStore) }, { token, port });
}
