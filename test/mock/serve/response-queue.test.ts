import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createResponseQueue } from '../../../mock/serve/response-queue.ts';

function startQueue() {
  const sent: ServerResponse[] = [];
  return { sent, queue: createResponseQueue((response) => void sent.push(response)) };
}

function createResponse(): ServerResponse {
  return new ServerResponse(new IncomingMessage(new Socket()));
}

test('sends the responses of one turn together, in their order, when it ends', async () => {
  const { sent, queue } = startQueue();
  const [first, second] = [createResponse(), createResponse()];
  queue.end(first, 'a');
  queue.end(second, 'b');
  expect([first.writableEnded, second.writableEnded]).toEqual([false, false]);
  await nextTurn();
  expect([first.writableEnded, second.writableEnded]).toEqual([true, true]);
  expect(sent.map((one) => [first, second].indexOf(one))).toEqual([0, 1]);
});

test('sends waiting responses on request, and each only once', async () => {
  const { sent, queue } = startQueue();
  const response = createResponse();
  queue.end(response, 'a');
  queue.flush();
  expect(response.writableEnded).toBe(true);
  await nextTurn();
  expect(sent).toHaveLength(1);
});

test('lets the first of many responses not wait for all of them', () => {
  const { sent, queue } = startQueue();
  for (let count = 0; count < 50; count++) queue.end(createResponse(), '');
  expect(sent).toHaveLength(32);
});
