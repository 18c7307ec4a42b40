/** The served document with made-up examples, as the API reference of the console shows it. */
import { expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../../mock/index.ts';

const text = { type: 'string' };
const user = {
  type: 'object',
  required: ['id', 'email', 'password', 'avatarUrl'],
  properties: {
    id: { type: 'integer', readOnly: true },
    email: { ...text, format: 'email' },
    password: { ...text, format: 'password', writeOnly: true },
    avatarUrl: { ...text, readOnly: true },
  },
};
const json = (media: object) => ({ content: { 'application/json': media } });
const reference = { $ref: '#/components/schemas/User' };
const spec = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      post: {
        requestBody: json({ schema: reference }),
        responses: {
          '201': { description: 'created', ...json({ schema: reference }) },
          '409': { description: 'exists', ...json({ schema: text, example: 'own' }) },
          '422': { $ref: '#/components/responses/Invalid' },
        },
      },
    },
  },
  components: {
    schemas: { User: user },
    responses: {
      Invalid: { description: 'no', ...json({ schema: { type: 'object', properties: { message: text } } }) },
    },
  },
};

async function readDocument(query: string) {
  const mock = await startMock({ spec });
  onTestFinished(() => mock.close());
  const document = Object(await (await fetch(`${mock.url}/__store/contracts/0${query}`)).json());
  const { post } = document.paths['/users'];
  const exampleOf = (part: unknown) => Object(part).content['application/json'].example;
  return { mock, document, post, exampleOf };
}

it('has the properties of the direction, realistic and with addresses of the mock', async () => {
  const { mock, post, exampleOf } = await readDocument('?examples=made-up');
  const email = expect.stringMatching(/^(?!someone|a@).+@example\.com$/);
  expect(exampleOf(post.requestBody)).toEqual({ email, password: expect.stringMatching(/^Fake-/) });
  expect(exampleOf(post.responses['201'])).toEqual({
    id: expect.any(Number),
    email,
    avatarUrl: expect.stringMatching(`^${mock.url}/__store/image/`),
  });
});

it('keeps examples of the document, also of shared responses, and has none without the parameter', async () => {
  const { document, post, exampleOf } = await readDocument('?examples=made-up');
  expect(exampleOf(post.responses['409'])).toBe('own');
  expect(post.responses['422']).toEqual(spec.paths['/users'].post.responses['422']);
  expect(exampleOf(document.components.responses.Invalid)).toEqual({ message: expect.stringMatching(/ /) });
  const plain = await readDocument('');
  expect(plain.exampleOf(plain.post.requestBody)).toBeUndefined();
});
