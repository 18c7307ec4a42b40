import { describe, expect, it } from 'vitest';
import { isOutputShared } from '../../cli/shared-output.ts';

describe('stdout and stderr', () => {
  it('are read together if they are the same terminal, file or pipe', () => {
    expect(isOutputShared({ env: {}, identify: () => '1 2' })).toBe(true);
    expect(isOutputShared({ env: {}, identify: (descriptor) => `1 ${descriptor}` })).toBe(false);
  });

  it('are read together in a GitHub job', () => {
    const identify = (descriptor: number) => `1 ${descriptor}`;
    expect(isOutputShared({ env: { GITHUB_ACTIONS: 'true' }, identify })).toBe(true);
  });

  it('are not if one of them is closed', () => {
    const identify = () => {
      throw new Error('EBADF');
    };
    expect(isOutputShared({ env: {}, identify })).toBe(false);
  });
});
