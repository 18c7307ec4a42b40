import { describe, expect, it } from 'vitest';
import { parseSelection } from '../../contracts/conformance/selection.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');
const [first] = todos.operations;

describe('--only', () => {
  it.each([
    [['wrong-types'], { categories: ['wrong-types'], operations: [] }],
    [['createTodo'], { categories: [], operations: ['createTodo'] }],
    [['get /todos/{id}', 'text-values'], { categories: ['text-values'], operations: ['readTodo'] }],
    [[], { categories: [], operations: [] }],
  ])('%j asks for %j', (names, selected) => {
    expect(parseSelection(names, todos)).toEqual(selected);
  });

  it.each([
    ['creatTodo', 'expected createTodo'],
    ['nothing-like-it', 'or an operation of the contract'],
  ])('%s is refused with what was meant', (name, words) => {
    expect(() => parseSelection([name], todos)).toThrow(words);
  });

  it('asks which is meant where two paths differ by upper and lower case alone, and neither is written so', () => {
    const operations = first === undefined ? [] : [first, { ...first, id: 'listLoud', path: first.path.toUpperCase() }];
    expect(() => parseSelection(['GET /Todos'], { ...todos, operations })).toThrow('and listLoud; write one of them');
    expect(parseSelection(['GET /TODOS'], { ...todos, operations }).operations).toEqual(['listLoud']);
  });

  it('asks which is meant where a family and an operation have one name', () => {
    const operations = first === undefined ? [] : [{ ...first, id: 'text-values' }];
    expect(() => parseSelection(['text-values'], { ...todos, operations })).toThrow(
      'to select the operation, write "GET /todos"',
    );
    expect(parseSelection(['GET /todos'], { ...todos, operations }).operations).toEqual(['text-values']);
  });
});
