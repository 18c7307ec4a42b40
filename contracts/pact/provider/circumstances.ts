/** What surrounds an interaction besides its exchange: why it cannot be judged, and what a person has to know of it. */
import { isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Interaction } from '../file/interaction.ts';
import type { Placement } from './credentials-for.ts';
import { isOf } from './state-call.ts';
import type { StateFailure, StateServer } from './state-server.ts';

export interface Circumstances {
  /** Undefined where it can be judged. */
  readonly unjudged: string | undefined;
  readonly notes: readonly string[];
}

export interface Surroundings {
  readonly states: Pick<StateServer, 'failures' | 'givenBy'>;
  readonly placements: readonly Placement[];
  /** The verifier called for it, so that its states were set up. */
  readonly wasSent: boolean;
}

export function circumstancesOf(
  interaction: Interaction,
  { states, placements, wasSent }: Surroundings,
): Circumstances {
  const failures = states.failures.filter((one) => failedFor(interaction, one));
  const setup = wasSent ? undefined : failures.find(({ action }) => action === 'setup');
  if (setup !== undefined)
    return { unjudged: `the provider state "${setup.state}" was not set up: ${setup.reason}`, notes: [] };
  // That nothing was sent has another cause, which is told.
  const missing = wasSent ? missingFor(interaction, states) : [];
  const credential = missing.find((name) => name === 'token' || name.startsWith('credential.'));
  return {
    unjudged:
      credential === undefined
        ? undefined
        : `it sends \${${credential}}, which no option and no provider state gives`,
    notes: [
      ...missing.map((name) => `no provider state gives \${${name}}: the example of the pact was sent`),
      ...placements.map(
        ({ in: place, name, scheme }) =>
          `${place} ${name}: the credential of ${scheme.name} was sent in the place of the example`,
      ),
      ...failures
        .filter(({ action }) => action === 'teardown')
        .map(({ state, reason }) => `the provider state "${state}" was not torn down: ${reason}`),
    ],
  };
}

function failedFor({ states }: Interaction, failure: StateFailure): boolean {
  return states.some(({ name, params }) => isOf(failure, name, params));
}

/** The verifier sends the example of a value that it is not given, and says nothing. */
function missingFor(
  { request, states }: Interaction,
  { givenBy }: Surroundings['states'],
): readonly string[] {
  const called = states.length === 0 ? [{ name: '', params: {} }] : states;
  const given = called.flatMap(({ name, params }) => givenBy(name, params) ?? []);
  if (given.length === 0) return [];
  return [...new Set(namesIn(request.raw.generators))].filter(
    (name) => !given.some((names) => names.has(name)),
  );
}

/** The names that ProviderState generators ask for: `Bearer ${token}`, or `token` alone. */
function namesIn(generators: Json | undefined): readonly string[] {
  if (!isJsonObject(generators)) return [];
  const { type, expression } = generators;
  if (type !== 'ProviderState') return Object.values(generators).flatMap(namesIn);
  if (typeof expression !== 'string') return [];
  const named = [...expression.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name);
  return named.length > 0 ? named : [expression];
}
