import { type RunningPlantStore, startStore } from './server.ts';
import { rightStore } from './store.ts';
import { right, type Variant } from './variant.ts';
import { acceptsTooMuch } from './variants/accepts-too-much.ts';
import { auth } from './variants/auth.ts';
import { authDeep } from './variants/auth-deep.ts';
import { authForms } from './variants/auth-forms.ts';
import { authState } from './variants/auth-state.ts';
import { concurrent } from './variants/concurrent.ts';
import { connection } from './variants/connection.ts';
import { csharp } from './variants/csharp.ts';
import { go } from './variants/go.ts';
import { java } from './variants/java.ts';
import { javascript } from './variants/javascript.ts';
import { lenientSyntax } from './variants/lenient-syntax.ts';
import { malformedResponses } from './variants/malformed-responses.ts';
import { numbers } from './variants/numbers.ts';
import { otherRoutes } from './variants/other-routes.ts';
import { php } from './variants/php.ts';
import { python } from './variants/python.ts';
import { rareEchoes } from './variants/rare-echo.ts';
import { rejectsSpellings, rejectsTooMuch, rejectsUnspecified } from './variants/rejects-too-much.ts';
import { rightErrors } from './variants/right-errors.ts';
import { rightRejections } from './variants/right-rejections.ts';
import { rightLatitude, rightResponses } from './variants/right-responses.ts';
import { rightStrictness } from './variants/right-strictness.ts';
import { rightTransport } from './variants/right-transport.ts';
import { rightWire } from './variants/right-wire.ts';
import { sequences } from './variants/sequences.ts';
import { state } from './variants/state.ts';
import { transport } from './variants/transport.ts';
import { valueCombinations } from './variants/value-combinations.ts';
import { wrongNames, wrongTags } from './variants/wrong-echo.ts';
import { wrongErrors } from './variants/wrong-errors.ts';
import { wrongRejections } from './variants/wrong-rejections.ts';
import { rareSuccesses, wrongSuccesses } from './variants/wrong-successes.ts';
import { rareWrongTypes, wrongTypes } from './variants/wrong-types.ts';
import type { VariantGroup } from './zoo.ts';

export type { RunningPlantStore } from './server.ts';
export type { FaultyVariant, Language, RightVariant, Variant } from './variant.ts';

/** The store itself, and what differs from it without a fault; then all that break the contract. */
export const plantVariantGroups: readonly VariantGroup<Variant>[] = [
  {
    title: 'correct: the plain implementation',
    variants: right([
      {
        name: 'right-store',
        description: 'It keeps interface.md, and makes the common choice where that is silent.',
        behavior: () => ({}),
      },
    ]),
  },
  { title: 'correct: other ways to reject', variants: [...rightRejections, ...rejectsUnspecified] },
  { title: 'correct: stricter than required', variants: rightStrictness },
  { title: 'correct: other error bodies', variants: rightErrors },
  { title: 'correct: other responses', variants: [...rightResponses, ...rightLatitude] },
  { title: 'correct: other HTTP behaviour', variants: [...rightTransport, ...rightWire] },
  { title: 'accepts invalid bodies', variants: acceptsTooMuch },
  { title: 'accepts wrong types', variants: [...wrongTypes, ...rareWrongTypes] },
  { title: 'numbers at their bounds', variants: numbers },
  { title: 'rejects valid requests', variants: [...rejectsTooMuch, ...rejectsSpellings] },
  { title: 'wrong success responses', variants: [...wrongSuccesses, ...rareSuccesses] },
  { title: 'malformed responses', variants: malformedResponses },
  { title: 'returns other values than sent', variants: [...wrongNames, ...wrongTags, ...rareEchoes] },
  { title: 'wrong error responses', variants: wrongRejections },
  { title: 'wrong error objects', variants: wrongErrors },
  { title: 'accepts invalid credentials', variants: auth },
  { title: 'accepts malformed tokens', variants: [...authDeep, ...authForms] },
  { title: 'authentication depends on earlier requests', variants: authState },
  { title: 'lenient syntax', variants: lenientSyntax },
  { title: 'transport', variants: transport },
  { title: 'connections', variants: connection },
  { title: 'state', variants: state },
  { title: 'sequences', variants: sequences },
  { title: 'concurrent requests', variants: concurrent },
  { title: 'single values and pairs of values', variants: valueCombinations },
  { title: 'undeclared methods and paths', variants: otherRoutes },
  { title: 'faults observed in Java libraries', variants: java },
  { title: 'faults observed in Go libraries', variants: go },
  { title: 'faults observed in PHP libraries', variants: php },
  { title: 'faults observed in Python libraries', variants: python },
  { title: 'faults observed in C# libraries', variants: csharp },
  { title: 'faults observed in JavaScript libraries', variants: javascript },
];

export const variants: readonly Variant[] = plantVariantGroups.flatMap((group) => group.variants);

/** Of mixed case, so that variants that neglect case can be told from others. */
export const defaultToken = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';

/** On a free port unless one is given; with a memory of its own at every start. */
export function startVariant(
  variant: Variant,
  { token = defaultToken, port = 0 }: { readonly token?: string; readonly port?: number } = {},
): Promise<RunningPlantStore> {
  return startStore({ ...rightStore, ...variant.behavior(rightStore) }, { token, port });
}
