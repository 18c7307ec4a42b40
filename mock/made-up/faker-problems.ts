/** What `x-faker` in a document names that Faker does not have: another value is made up there. */
import { memoize } from '../../spec/memoize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { reachableSchemas } from '../../spec/sampling/schema-views.ts';
import { fakerProblem } from './declared-faker.ts';
import { DEFAULT_LOCALE, loadFaker } from './faker.ts';

/** One line for each place. Loads Faker only if the document has the extension. */
export function fakerProblems(contract: Contract): readonly string[] {
  return schemasWithFaker(contract).flatMap(({ faker, place }) => {
    const problem = faker === undefined ? undefined : fakerProblem(loadFaker(DEFAULT_LOCALE), faker);
    return problem === undefined
      ? []
      : [`${place.file}:${place.line}: x-faker: ${problem}; the mock makes up another value`];
  });
}

const schemasWithFaker = memoize(({ operations }: Contract): readonly Schema[] => {
  const found = new Set<Schema>();
  const bodies = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  for (const body of new Set(bodies.flatMap(({ schema }) => schema ?? [])))
    for (const part of reachableSchemas(body)) if (part.faker !== undefined) found.add(part);
  return [...found];
});
