/** Reads server-sent events through fetch, because EventSource cannot send an Authorization header. */

/**
 * Yields the data of each event.
 *
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @returns {AsyncGenerator<string, void, void>}
 */
export async function* readEvents(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
      rest = events.pop() ?? '';
      yield* events.map(dataOf).filter((data) => data !== '');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** @param {string} event */
function dataOf(event) {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).replace(/^ /, '')).join('\n');
}
