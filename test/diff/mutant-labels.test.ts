import { describe, expect, test } from 'vitest';
import { isEqualJson, type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { toDocumentUrl } from '../../spec/source/read-source.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { readDocument } from '../evals/diff/apply-mutant.ts';
import { edited, set } from '../evals/diff/edit.ts';
import { schemaTables } from '../evals/diff/mutants/schemas/index.ts';

const rows = schemaTables.flatMap(({ contract, group, rows: some }) =>
  some.map((row) => ({ contract, group, row, name: `${group}: ${row.description}` })),
);
const plain = [null, true, 0, -1, 1.5, 'a', '', [], {}, { a: 1 }, { a: '', b: '', c: '' }];
const pool = [
  ...rows.flatMap(({ row }) => [row.validBeforeOnly, row.validAfterOnly]).filter((value) => value !== undefined),
  ...plain,
];
const contracts = new Map<string, Contract>();
for (const { contract } of schemaTables) contracts.set(contract, await withAllRows(contract));

/** The label of a schema mutant follows from the values that its row names: these tests are what makes it true. */
describe.each(['request', 'response'] as const)('in a %s', (direction) => {
  test.each(rows.map((row) => [row.name, row] as const))(
    '%s: the listed values are those that only one version accepts',
    (name, one) => {
      const { row, contract } = one;
      const accepts = (property: string) => (value: Json) => isValid(schemaOf(contract, property), value, direction);
      const [was, is] = [accepts(row.of), accepts(name)];
      expect(
        isAmong(
          pool.filter((value) => was(value) && !is(value)),
          row.validBeforeOnly,
        ),
        'gone',
      ).toBe(true);
      expect(
        isAmong(
          pool.filter((value) => !was(value) && is(value)),
          row.validAfterOnly,
        ),
        'come',
      ).toBe(true);
    },
  );
});

/** Either the value is listed, or none is listed and none exists. */
function isAmong(values: readonly Json[], value: Json | undefined): boolean {
  return value === undefined ? values.length === 0 : values.some((one) => isEqualJson(one, value));
}

/** The contract with the schema of each row as a further property, so that it is read once. */
async function withAllRows(contract: string): Promise<Contract> {
  const own = rows.filter((row) => row.contract === contract);
  const edits = own.map(({ name, row }) =>
    set(`/components/schemas/Sent/properties/${name.replaceAll('/', '~1')}`, row.to),
  );
  return parseContract(toDocumentUrl(contract), stringifyJson(edited(readDocument(contract).value, edits)));
}

function schemaOf(contract: string, property: string): Schema {
  const [operation] = contracts.get(contract)?.operations ?? [];
  const schema = operation?.requestBody?.content[0]?.schema?.properties.get(property);
  if (schema === undefined) throw new Error(`there is no property ${property}`);
  return schema;
}
