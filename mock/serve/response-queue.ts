/**
 * Sends the responses of one turn of the event loop together. Each send wakes the client; one that waits for several
 * responses is then woken once, and a wake-up costs as much CPU time as a quarter of a request.
 */
import type { ServerResponse } from 'node:http';

export interface ResponseQueue {
  /** Ends a response whose head is written, at the latest when the present turn of the event loop ends. */
  readonly end: (response: ServerResponse, body: string | Uint8Array) => void;
  /** Sends what is waiting. */
  readonly flush: () => void;
}

/** So that the first of many responses does not wait long. */
const MAX_WAITING = 32;

interface WaitingResponse {
  readonly response: ServerResponse;
  readonly body: string | Uint8Array;
}

/** `onSent` is called after each response was passed to its socket. */
export function createResponseQueue(onSent: (response: ServerResponse) => void): ResponseQueue {
  let waiting: WaitingResponse[] = [];
  const flush = () => {
    const sent = waiting;
    waiting = [];
    for (const { response, body } of sent) {
      response.end(body);
      onSent(response);
    }
  };
  return {
    end: (response, body) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ response, body });
      if (waiting.length >= MAX_WAITING) flush();
    },
    flush,
  };
}
