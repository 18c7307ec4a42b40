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
  ])('%j selects %j', (names, selected) => {
    expect(parseSelection(names, todos)).toEqual(selected);
  });

  it.each([
    ['creatTodo', '(did you mean createTodo?)'],
    ['walks', 'the test category is called random-sequences now'],
    ['nothing-like-it', 'or an operation of the contract'],
  ])('%s is rejected with a suggestion', (name, words) => {
    expect(() => parseSelection([name], todos)).toThrow(words);
  });

  it('rejects a path that matches two paths in another case', () => {
    const operations = first === undefined ? [] : [first, { ...first, id: 'listLoud', path: first.path.toUpperCase() }];
    expect(() => parseSelection(['GET /Todos'], { ...todos, operations })).toThrow('and listLoud; write one of them');
    expect(parseSelection(['GET /TODOS'], { ...todos, operations }).operations).toEqual(['listLoud']);
  });

  it('rejects a name of both a test category and an operation', () => {
    const operations = first === undefined ? [] : [{ ...first, id: 'text-values' }];
    expect(() => parseSelection(['text-values'], { ...todos, operations })).toThrow(
      'to select the operation, write "GET /todos"',
    );
    expect(parseSelection(['GET /todos'], { ...todos, operations }).operations).toEqual(['text-values']);
  });
});
