import { type RunningStore, startStore } from './server.ts';
import { rightStore } from './store.ts';
import { right, type Variant } from './variant.ts';
import { acceptsTooMuch } from './variants/accepts-too-much.ts';
import { auth } from './variants/auth.ts';
import { authDeep } from './variants/auth-deep.ts';
import { authForms } from './variants/auth-forms.ts';
import { authMemory } from './variants/auth-memory.ts';
import { concurrent } from './variants/concurrent.ts';
import { connection } from './variants/connection.ts';
import { csharp } from './variants/csharp.ts';
import { go } from './variants/go.ts';
import { interplay } from './variants/interplay.ts';
import { java } from './variants/java.ts';
import { javascript } from './variants/javascript.ts';
import { lenientSyntax } from './variants/lenient-syntax.ts';
import { neighbours } from './variants/neighbours.ts';
import { numbers } from './variants/numbers.ts';
import { php } from './variants/php.ts';
import { python } from './variants/python.ts';
import { rareEchoes } from './variants/rare-echo.ts';
import { refusesTooMuch, refusesUnnamed, refusesWriting } from './variants/refuses-too-much.ts';
import { rightAnswers, rightLatitude } from './variants/right-answers.ts';
import { rightErrors } from './variants/right-errors.ts';
import { rightRefusals } from './variants/right-refusals.ts';
import { rightStrictness } from './variants/right-strictness.ts';
import { rightTransport } from './variants/right-transport.ts';
import { rightWire } from './variants/right-wire.ts';
import { sequences } from './variants/sequences.ts';
import { state } from './variants/state.ts';
import { transport } from './variants/transport.ts';
import { wrongNames, wrongTags } from './variants/wrong-echo.ts';
import { wrongErrors } from './variants/wrong-errors.ts';
import { wrongForms } from './variants/wrong-forms.ts';
import { wrongRefusals } from './variants/wrong-refusals.ts';
import { rareSuccesses, wrongSuccesses } from './variants/wrong-successes.ts';
import { rareWrongTypes, wrongTypes } from './variants/wrong-types.ts';
import type { Enclosure } from './zoo.ts';

export type { RunningStore } from './server.ts';
export type { FaultyVariant, Language, RightVariant, Variant } from './variant.ts';

/** The store itself, and what differs from it without a fault; then all that break the contract. */
export const enclosures: readonly Enclosure<Variant>[] = [
  {
    words: 'right: the store itself',
    variants: right([
      {
        name: 'right-store',
        what: 'It keeps interface.md, and makes the common choice where that is silent.',
        behaviour: () => ({}),
      },
    ]),
  },
  { words: 'right: refuses in its own way', variants: [...rightRefusals, ...refusesUnnamed] },
  { words: 'right: stricter than others', variants: rightStrictness },
  { words: 'right: other errors', variants: rightErrors },
  { words: 'right: other answers', variants: [...rightAnswers, ...rightLatitude] },
  { words: 'right: other manners on the wire', variants: [...rightTransport, ...rightWire] },
  { words: 'takes too much', variants: acceptsTooMuch },
  { words: 'takes wrong types', variants: [...wrongTypes, ...rareWrongTypes] },
  { words: 'numbers at their limits', variants: numbers },
  { words: 'refuses too much', variants: [...refusesTooMuch, ...refusesWriting] },
  { words: 'wrong successes', variants: [...wrongSuccesses, ...rareSuccesses] },
  { words: 'wrong forms', variants: wrongForms },
  { words: 'wrong echoes', variants: [...wrongNames, ...wrongTags, ...rareEchoes] },
  { words: 'wrong refusals', variants: wrongRefusals },
  { words: 'wrong Errors', variants: wrongErrors },
  { words: 'open doors', variants: auth },
  { words: 'open doors for odd tokens', variants: [...authDeep, ...authForms] },
  { words: 'doors that remember', variants: authMemory },
  { words: 'lenient syntax', variants: lenientSyntax },
  { words: 'transport', variants: transport },
  { words: 'connections', variants: connection },
  { words: 'state', variants: state },
  { words: 'sequences', variants: sequences },
  { words: 'many at once', variants: concurrent },
  { words: 'one value, or two together', variants: interplay },
  { words: 'other methods and addresses', variants: neighbours },
  { words: 'as seen in Java', variants: java },
  { words: 'as seen in Go', variants: go },
  { words: 'as seen in PHP', variants: php },
  { words: 'as seen in Python', variants: python },
  { words: 'as seen in C#', variants: csharp },
  { words: 'as seen in JavaScript', variants: javascript },
];

export const variants: readonly Variant[] = enclosures.flatMap((enclosure) => enclosure.variants);

/** Of mixed case, so that variants that neglect case can be told from others. */
export const defaultToken = 'Zoo-7f3KpQ2xVn9sLd4wRt6y';

/** On a free port unless one is given; with a memory of its own at every start. */
export function startVariant(
  variant: Variant,
  { token = defaultToken, port = 0 }: { readonly token?: string; readonly port?: number } = {},
): Promise<RunningStore> {
  return startStore({ ...rightStore, ...variant.behaviour(rightStore) }, { token, port });
}
