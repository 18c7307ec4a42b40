import { describe, expect, it } from 'vitest';
import { withTimeout } from '../../../mock/storage/redis/busy-timeout.ts';

describe('the time limit of a Redis command', () => {
  it('does not count the time in which this process was busy', async () => {
    const result = Promise.withResolvers<string>();
    const pending = withTimeout(result.promise, 60);
    // Twice the limit, in which no timer runs and no result can be received.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120);
    // Between two turns of the event loop, timers that are due run.
    setImmediate(() => setImmediate(() => result.resolve('late')));
    expect(await pending).toBe('late');
  });

  it('ends the wait for a result that never comes', async () => {
    const { promise } = Promise.withResolvers<never>();
    await expect(withTimeout(promise, 20)).rejects.toThrow('no response within 20 ms');
  });
});
