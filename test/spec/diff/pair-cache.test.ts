/** The cache of compared pairs of schemas does not change the reported changes. */
import { expect, test } from 'vitest';
import { compareSchemas } from '../../../spec/diff/schema/schema-changes.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';

const names = ['Order', 'Customer', 'Address', 'Card', 'Bank', 'Tree'] as const;

/** Order, Customer and Card contain each other, and parts without a cycle. */
function documentWith(changes: Readonly<Record<string, string>>): string {
  const schemas: Readonly<Record<string, string>> = {
    Order: `{ type: object, properties: { customer: ${ref('Customer')}, pay: { anyOf: [${ref('Card')}, ${ref('Bank')}] } } }`,
    Customer: `{ type: object, properties: { orders: { type: array, items: ${ref('Order')} }, home: ${ref('Address')} } }`,
    Address: '{ type: object, properties: { line: { type: string, maxLength: 9 } } }',
    Card: `{ type: object, properties: { owner: ${ref('Customer')}, number: { type: string } } }`,
    Bank: `{ type: object, properties: { at: ${ref('Address')}, tree: ${ref('Tree')} } }`,
    Tree: `{ type: object, properties: { leaf: { type: integer }, below: { type: array, items: ${ref('Tree')} } } }`,
    ...changes,
  };
  const paths = names.map(
    (name) =>
      `/${name}: { get: { responses: { '200': { description: ok, content: { application/json: { schema: ${ref(name)} } } } } } }`,
  );
  return [
    'openapi: 3.1.0',
    "info: { title: Ring, version: '1' }",
    `paths: { ${paths.join(', ')} }`,
    `components: { schemas: { ${Object.entries(schemas)
      .map(([name, schema]) => `${name}: ${schema}`)
      .join(', ')} } }`,
  ].join('\n');
}

function ref(name: string): string {
  return `{ $ref: '#/components/schemas/${name}' }`;
}

const changed = {
  nothing: {},
  'a shared part': { Address: '{ type: object, properties: { line: { type: string, maxLength: 5 } } }' },
  'one schema of a cycle': {
    Card: `{ type: object, required: [number], properties: { owner: ${ref('Customer')}, number: { type: integer } } }`,
  },
  'a schema that references itself': {
    Tree: `{ type: object, properties: { leaf: { type: string }, below: { type: array, items: ${ref('Tree')} } } }`,
  },
};

test.each(Object.entries(changed))('%s changed: reports the same as without the cache', async (_name, changes) => {
  const alone = await Promise.all(names.map(async (name) => reportedChanges(await versions(changes), name)));
  for (const order of [names, names.toReversed(), ['Bank', 'Card', 'Order', 'Tree', 'Customer', 'Address'] as const]) {
    const both = await versions(changes);
    for (const name of order) expect([name, reportedChanges(both, name)]).toEqual([name, alone[names.indexOf(name)]]);
  }
  expect(alone.flat().length > 0).toBe(Object.keys(changes).length > 0);
});

type Versions = readonly [before: Contract, after: Contract];

/** Read anew: nothing is known of their schemas. */
async function versions(changes: Readonly<Record<string, string>>): Promise<Versions> {
  return [await read(documentWith({})), await read(documentWith(changes))];
}

function read(text: string): Promise<Contract> {
  return parseContract('file:///ring.yaml', text);
}

function reportedChanges([before, after]: Versions, name: string): readonly string[] {
  return (['request', 'response'] as const).flatMap((direction) =>
    [
      ...compareSchemas({
        before: schemaOf(before, name),
        after: schemaOf(after, name),
        direction,
        at: name,
      }),
    ].map(({ rule, at, was, is, before: old }) => [rule.id, at, was, is, old?.pointer].join(' ')),
  );
}

function schemaOf({ operations }: Contract, name: string): Schema | undefined {
  const found: Operation | undefined = operations.find(({ path }) => path === `/${name}`);
  return found?.responses[0]?.content[0]?.schema;
}
