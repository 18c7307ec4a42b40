/** Valid documents that the packaged schemas of OpenAPI would reject. */
import { describe, expect, it } from 'vitest';
import { loadText } from '../support.ts';

const items = `openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /beds: {$ref: '#/components/pathItems/Beds'}
  /plots: {$ref: '#/components/pathItems/Plots'}
components:
  pathItems:
    Beds: {get: {operationId: beds, responses: {'200': {description: OK}}}}
    Plots: {$ref: '#/components/pathItems/Beds'}
`;

describe('a path item of 3.1 that is a reference', () => {
  it('is read as its target, also through another reference', async () => {
    const { operations } = await loadText(items.replace('operationId: beds, ', ''));
    expect(operations.map(({ id }) => id)).toEqual(['GET /beds', 'GET /plots']);
  });

  it('is rejected at the line of an invalid target', async () => {
    const rejected = loadText(items.replace('{description: OK}', '{}'));
    await expect(rejected).rejects.toMatchObject({
      code: 'spec-invalid',
      where: expect.stringMatching(/:8$/),
    });
  });

  it('is rejected for circular references', async () => {
    const round = items.replace(/Beds: \{get.*/, "Beds: {$ref: '#/components/pathItems/Plots'}");
    await expect(loadText(round)).rejects.toMatchObject({ where: expect.any(String) });
  });
});

describe('the name of an HTTP authentication scheme', () => {
  it.each(['3.0.3', '3.1.0'])('may be Bearer with a bearerFormat in %s', async (openapi) => {
    const { securitySchemes } = await loadText(`openapi: ${openapi}
info: {title: T, version: '1'}
paths: {/beds: {get: {responses: {'200': {description: OK}}}}}
components: {securitySchemes: {token: {type: http, scheme: Bearer, bearerFormat: JWT}}}
`);
    expect(securitySchemes).toMatchObject([{ name: 'token', type: 'http', scheme: 'bearer' }]);
  });
});

describe.each(['3.0.3', '3.1.0'])('a document of %s', (openapi) => {
  const described = 'servers: [{url: "https://{r}.example.com", variables: {r: {default: eu, description: where}}}]';
  const document = (info: string, rest = '', path = '') => `openapi: ${openapi}
info: {title: T, version: '1'${info}}
${rest}
paths: {/beds: {${path} get: {${path} responses: {'200': {description: OK}}}}}
`;

  it.each([
    ['may have a license without a URL', document(', license: {name: MIT}')],
    ['may describe the variables of its servers', document('', described)],
    ['may describe the variables of servers of a path and of an operation', document('', '', `${described}, `)],
  ])('%s', async (_title, text) => {
    expect((await loadText(text)).operations).toHaveLength(1);
  });

  it('is rejected if its license has no name', async () => {
    await expect(loadText(document(', license: {x-name: MIT}'))).rejects.toMatchObject({
      code: 'spec-invalid',
    });
  });
});
