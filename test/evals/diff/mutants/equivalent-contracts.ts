/** Equivalent forms of whole contracts, for which no request or response is validated differently. */
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
  ['as JSON', all, 'JSON is YAML in different syntax'],
  ['as 3.1', old, '`nullable` is a type there, and an exclusive bound a number'],
  ['as 3.0', [todos], 'a type of null is `nullable` there'],
  ['keys in reverse', all, 'objects have no order'],
  ['references inlined', withSchemas, 'a reference equals its target'],
  ['schemas renamed', withSchemas, 'messages do not contain the names of schemas'],
  ['allOf of one', [...withSchemas, fleet], 'all of one is that one'],
  ['oneOf of one', [...withSchemas, fleet], 'one of one is that one'],
  ['security at each operation', [store, accounts], 'an operation without security has that of the contract'],
  ['parameters at each operation', [library, todos], 'those of the path hold for each operation'],
  ['parameters by reference', [library, todos], 'a reference equals its target'],
  ['no descriptions', [store, library, todos], 'descriptions and examples have no effect'],
  ['defaults written out', [store, things, library, shelter, todos], 'a default applies if nothing is declared'],
];

export const equivalentContracts: readonly ContractMutant[] = rows.flatMap(([rewrite, contracts, reason]) =>
  contracts
    .filter((contract) => contract !== undefined)
    .map((contract) => ({
      contract,
      group: 'whole contracts in alternative form',
      description: rewrite,
      edits: [{ rewrite }],
      label: 'harmless' as const,
      reason,
      operations: [],
    })),
);
