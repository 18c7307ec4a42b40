/** Texts in the shape of an example. */
import { expect, test } from 'vitest';
import { textSpace } from '../../../contracts/conformance/request/values/distinct-texts.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { plantStoreContract } from '../support.ts';

const schema = plantStoreContract.operations[0]?.requestBody?.content[0]?.schema;
const name = schema && declaredProperties(schema).get('name');
if (name === undefined) throw new Error('no schema of a name');
const spaceOf = (text: string) => textSpace(text, name);

test('differ in their last characters, each of its kind', () => {
  const { size, valueAt } = spaceOf('EXAMPLE-54ab');
  expect(size).toBeGreaterThan(1_000_000);
  expect(valueAt(0)).toBe('EXAAAAA-00aa');
  expect(valueAt(27)).toBe('EXAAAAA-00bb');
});

test('of a very long example differ in as many characters as numbers need', () => {
  const long = 'x'.repeat(200_000);
  const { size, valueAt } = spaceOf(long);
  expect(size).toBeGreaterThan(2 ** 31);
  expect(valueAt(1)).toBe(`${long.slice(0, 199_993)}aaaaaab`);
});

test('of a long example in another script are not varied', () => {
  expect(spaceOf('東'.repeat(100_000)).size).toBe(1);
});
