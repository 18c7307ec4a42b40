/** Whole contracts written otherwise, where no exchange is judged differently. */
import type { Rewrite } from '../rewrites.ts';
import type { ContractMutant } from './mutant.ts';

const store = 'spec/plant-store.yaml';
const [things, modern, library, accounts, shelter, fleet, todos] = [
  'things',
  'modern',
  'library',
  'accounts',
  'shelter',
  'fleet',
  'todos',
].map((name) => `test/fixtures/diff/${name}.yaml`);
const old = [store, things, library, accounts, shelter, fleet];
const withSchemas = [store, things, modern, library, shelter, todos];
const all = [store, things, modern, library, accounts, shelter, fleet, todos];

const rows: readonly (readonly [Rewrite, readonly (string | undefined)[], string])[] = [
  ['as JSON', all, 'JSON is YAML in other signs'],
  ['as 3.1', old, '`nullable` is a type there, and an exclusive bound a number'],
  ['as 3.0', [todos], 'a type of null is `nullable` there'],
  ['keys in reverse', all, 'objects have no order'],
  ['references inlined', withSchemas, 'a reference stands for its target'],
  ['schemas renamed', withSchemas, 'an exchange does not carry the names of schemas'],
  ['allOf of one', [...withSchemas, fleet], 'all of one is that one'],
  ['oneOf of one', [...withSchemas, fleet], 'one of one is that one'],
  ['security at each operation', [store, accounts], 'an operation without its own has what holds for all'],
  ['parameters at each operation', [library, todos], 'those of the path hold for each operation'],
  ['parameters by reference', [library, todos], 'a reference stands for its target'],
  ['no words', [store, library, todos], 'words and examples bind nobody'],
  ['defaults written out', [store, things, library, shelter, todos], 'a default holds where nothing is said'],
];

export const equivalentContracts: readonly ContractMutant[] = rows.flatMap(([rewrite, contracts, reason]) =>
  contracts
    .filter((contract) => contract !== undefined)
    .map((contract) => ({
      contract,
      group: 'rewritten contracts',
      description: rewrite,
      edits: [{ rewrite }],
      label: 'harmless' as const,
      reason,
      operations: [],
    })),
);
