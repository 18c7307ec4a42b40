import { describe, expect, it } from 'vitest';
import { askedFor } from '../../contracts/conformance/asked.ts';
import { loadContract } from '../../spec/loading/load.ts';

const todos = await loadContract('test/fixtures/mock/todos.yaml');
const [first] = todos.operations;

describe('--only', () => {
  it.each([
    [['wrong-types'], { only: ['wrong-types'], operations: [] }],
    [['createTodo'], { only: [], operations: ['createTodo'] }],
    [['get /todos/{id}', 'texts'], { only: ['texts'], operations: ['readTodo'] }],
    [[], { only: [], operations: [] }],
  ])('%j asks for %j', (names, asked) => {
    expect(askedFor(names, todos)).toEqual(asked);
  });

  it.each([
    ['creatTodo', 'expected createTodo'],
    ['nothing-like-it', 'or an operation of the contract'],
  ])('%s is refused with what was meant', (name, words) => {
    expect(() => askedFor([name], todos)).toThrow(words);
  });

  it('asks which is meant where two paths differ by upper and lower case alone, and neither is written so', () => {
    const operations =
      first === undefined ? [] : [first, { ...first, id: 'listLoud', path: first.path.toUpperCase() }];
    expect(() => askedFor(['GET /Todos'], { ...todos, operations })).toThrow('or listLoud; give the one');
    expect(askedFor(['GET /TODOS'], { ...todos, operations }).operations).toEqual(['listLoud']);
  });

  it('asks which is meant where a family and an operation have one name', () => {
    const operations = first === undefined ? [] : [{ ...first, id: 'texts' }];
    expect(() => askedFor(['texts'], { ...todos, operations })).toThrow(
      'for the operation give "GET /todos"',
    );
    expect(askedFor(['GET /todos'], { ...todos, operations }).operations).toEqual(['texts']);
  });
});
