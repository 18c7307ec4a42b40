import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../../mock/journal/log.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadText } from '../../spec/support.ts';
import { gardenSpec, plantStoreSpec, send, startMockOf } from '../support.ts';

const body = '{"id":7,"name":"fern"}';

async function post(url: string, token: string, text = body) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return send(url, { method: 'POST', headers, body: text });
}

describe('log lines', () => {
  it('contain method, path, status, time and reason', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await post(`${mock.url}/plants`, mock.token);
    await post(`${mock.url}/plants`, mock.token, '{"id":"7","name":"fern"}');
    await expect.poll(() => mock.lines).toHaveLength(2);
    expect(mock.lines[0]).toMatch(/^POST \/plants 200 \d+ms$/);
    expect(mock.lines[1]).toMatch(/^POST \/plants 400 \d+ms {2}body\.id: expected integer, got string "7"$/);
  });

  it('contain a deliberate connection fault, also after a sent status', async () => {
    const mock = await startMockOf(plantStoreSpec);
    for (const fault of ['cut', 'reset'] as const) {
      await mock.scenario.next('createPlant', { fault });
      await post(`${mock.url}/plants`, mock.token).catch(() => undefined);
    }
    await expect.poll(() => mock.lines).toHaveLength(2);
    expect(mock.lines[0]).toMatch(/^POST \/plants 200 cut \d+ms/);
    expect(mock.lines.at(-1)).toMatch(/^POST \/plants reset \d+ms/);
  });

  it('as JSON contain the same and more', async () => {
    const mock = await startMockOf(plantStoreSpec, { logFormat: 'json' });
    await mock.scenario.next('createPlant', { status: 503 });
    await post(`${mock.url}/plants`, mock.token);
    await post(`${mock.url}/plants`, mock.token, '{}');
    await expect.poll(() => mock.lines).toHaveLength(2);
    const [ruled, invalid] = mock.lines.map((line) => JSON.parse(line));
    expect(ruled).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      kind: 'request',
      method: 'POST',
      path: '/plants',
      status: 503,
      ms: expect.any(Number),
      operation: 'createPlant',
      valid: true,
      why: expect.any(String),
      rule: expect.any(String),
      fault: null,
      mount: '',
    });
    expect(invalid).toMatchObject({ status: 400, valid: false, rule: null });
    expect(invalid.why).toContain('body.id');
  });

  it.each(['text', 'json'] as const)('in %s never contain the token, wherever it is', async (logFormat) => {
    const mock = await startMockOf(plantStoreSpec, { logFormat, tokens: ['s3cret-token-of-mine'] });
    await post(`${mock.url}/plants?access_token=s3cret-token-of-mine`, mock.token);
    await post(`${mock.url}/s3cret-token-of-mine`, mock.token);
    await post(`${mock.url}/plants`, mock.token, '{"id":"s3cret-token-of-mine","name":"x"}');
    await expect.poll(() => mock.lines).toHaveLength(3);
    expect(mock.lines.join('\n')).not.toContain('s3cret-token');
  });

  it.each(['text', 'json'] as const)('in %s are one printable line each, for any request', async (logFormat) => {
    const mock = await startMockOf(plantStoreSpec, { logFormat });
    await post(`${mock.url}/plants`, mock.token, '{"id":"\\u001b[31m\\n\\u0085\\u2028\\u202e","name":"x"}');
    await send(`${mock.url}/%1b%5b31m%0a?a=%0d%0a`);
    await expect.poll(() => mock.lines).toHaveLength(2);
    for (const line of mock.lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    if (logFormat === 'json') expect(mock.lines.map((line) => typeof JSON.parse(line))).toEqual(['object', 'object']);
  });

  it('stay short when the target is long', async () => {
    const mock = await startMockOf(gardenSpec);
    await send(`${mock.url}/${'x'.repeat(8_000)}`);
    expect(mock.lines[0]?.length).toBeLessThan(800);
  });

  it('contain no stack trace if the generator fails, and neither does the journal', async () => {
    const sample = "{ type: object, properties: { code: { type: string, pattern: '(?<=x)(?!y)z$' } } }";
    const success = `{ description: x, content: { application/json: { schema: ${sample} } } }`;
    const paths = `{ /codes: { get: { responses: { '200': ${success} } } } }`;
    const lines: string[] = [];
    const mock = await serveMock(
      await loadText(`openapi: 3.1.0\ninfo: { title: Codes, version: '1' }\npaths: ${paths}\n`),
      { dynamic: true, log: (line) => lines.push(line) },
    );
    onTestFinished(() => mock.close());
    expect((await send(`${mock.url}/codes`)).status).toBe(200);
    const [entry] = await mock.journal.list();
    expect(lines[0]).toMatch(/Prism generated no sample \(.+\), so the kit generated one$/);
    expect(entry?.why).toMatch(/^Prism generated no sample \(.+\), so the kit generated one$/);
  });

  it('contain other events too', () => {
    const lines: string[] = [];
    for (const format of ['text', 'json'] as const)
      createLog(format, (line) => lines.push(line)).note('reloaded\u001b: x');
    expect(lines[0]).toBe('reloaded\\u001b: x');
    expect(JSON.parse(lines[1] ?? '')).toEqual({ time: expect.any(String), message: 'reloaded\u001b: x' });
  });
});
