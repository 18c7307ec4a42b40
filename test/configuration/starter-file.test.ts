import { describe, expect, it } from 'vitest';
import { starterFile } from '../../contracts/configuration/starter-file.ts';
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import { loadInlineContract } from '../../spec/loading/spec-source.ts';
import { parseSource } from '../../spec/source/read-source.ts';

const operation = (operationId: string, summary = '') => ({
  operationId,
  summary,
  responses: { 204: { description: '' } },
});

const contract = await loadInlineContract({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://shop.example.com/v2' }],
  paths: {
    '/items': { get: operation('listItems'), post: operation('createItem') },
    '/items/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      delete: operation('yes', 'Remove it: # now\n- for ever'),
    },
    '/users/reset': { post: operation('resetUsers') },
    '/report': { get: operation('report', 'Never call this in production') },
  },
  components: {
    securitySchemes: {
      bearerAuth: { type: 'http', scheme: 'bearer' },
      'api-key': { type: 'apiKey', in: 'header', name: 'X-Key' },
      tls: { type: 'mutualTLS' },
    },
  },
});

const read = (text: string): Json => parseSource('file:///plant-store.yaml', text).value;

describe('a new file', () => {
  const text = starterFile(contract, { spec: 'openapi.yaml', schema: '../schema.json' });

  it('begins with its schema for editors', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../schema.json');
  });

  it('names the document, a target of this machine, and the schemes as environment variables', () => {
    expect(read(text)).toEqual({
      spec: 'openapi.yaml',
      target: 'http://127.0.0.1:8080/v2',
      credentials: { auth: { bearerAuth: `\${BEARER_AUTH}`, 'api-key': `\${API_KEY}` } },
    });
    expect(text).toContain('(the document names https://shop.example.com/v2)');
  });

  it('lists what deletes, or reaches others by its name or texts, as comments', () => {
    expect(text.match(/^# {3}- .*$/gm)).toEqual([
      '#   - "yes" # DELETE /items/{id}: Remove it: # now - for ever',
      '#   - resetUsers # POST /users/reset',
      '#   - report # GET /report: Never call this in production',
    ]);
  });

  it('is still valid when the comments of the exclusions are removed', () => {
    const uncommented = text.replaceAll(/^# (?=exclude:| {2}- )/gm, '');
    const value = read(uncommented);
    expect(isJsonObject(value) && value['exclude']).toEqual(['yes', 'resetUsers', 'report']);
  });

  it('has the target that is given', () => {
    const given = starterFile(contract, { spec: 'a b.yaml', schema: 's', target: 'https://staging.example.com' });
    expect(read(given)).toMatchObject({ spec: 'a b.yaml', target: 'https://staging.example.com' });
  });
});
