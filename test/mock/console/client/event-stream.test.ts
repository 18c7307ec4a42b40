import { describe, expect, it } from 'vitest';
import { readEvents } from '../../../../mock/console/client/event-stream.js';

async function eventsOf(...chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly string[]> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  return Array.fromAsync(readEvents(stream));
}

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a stream of events', () => {
  it('yields the data of each event', async () => {
    expect(await eventsOf(bytes('id: 1\ndata: {"id":1}\n\nid: 2\ndata: {"id":2}\n\n'))).toEqual([
      '{"id":1}',
      '{"id":2}',
    ]);
  });

  it('may be split anywhere, also within a character', async () => {
    const whole = bytes('data: "é"\n\n');
    const single = Array.from(whole, (byte) => Uint8Array.of(byte));
    expect(await eventsOf(...single)).toEqual(['"é"']);
  });

  it('may have comments, lines of data, and line ends with a carriage return', async () => {
    expect(await eventsOf(bytes(': alive\n\ndata: a\r\ndata: b\r\n\r\n'))).toEqual(['a\nb']);
  });

  it('that ends within an event does not yield a part of it', async () => {
    expect(await eventsOf(bytes('data: a\n\ndata: b\n'))).toEqual(['a']);
  });
});
