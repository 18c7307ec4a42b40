import { describe, expect, it } from 'vitest';
import { describeRelease } from '../../.ci/release/describe-release.ts';

const changelog = [
  '# Changelog',
  '',
  '## [2.0.0] - unreleased',
  '',
  '- Later.',
  '',
  '## [1.1.0] - 2026-11-28',
  '',
  '### Added',
  '',
  '- A thing.',
  '',
  '## [1.0.0] - 2026-01-02',
  '',
].join('\n');

describe('a tag', () => {
  it('releases the section of the changelog as notes', () => {
    expect(describeRelease({ tag: 'v1.1.0', manifest: { version: '1.1.0' }, changelog })).toEqual({
      version: '1.1.0',
      publishes: true,
      notes: '### Added\n\n- A thing.\n',
    });
  });

  it('also from a changelog with CRLF', () => {
    const crlf = changelog.replaceAll('\n', '\r\n');
    const { notes } = describeRelease({ tag: 'v1.1.0', manifest: { version: '1.1.0' }, changelog: crlf });
    expect(notes).toBe('### Added\n\n- A thing.\n');
  });

  it('publishes nothing while the package is private', () => {
    const manifest = { version: '1.1.0', private: true };
    expect(describeRelease({ tag: 'v1.1.0', manifest, changelog }).publishes).toBe(false);
  });

  it.each([
    ['v1.2.0', '1.1.0', 'received the tag v1.2.0; package.json has the version 1.1.0'],
    ['v3.0.0', '3.0.0', 'CHANGELOG.md has no section of 3.0.0'],
    ['v2.0.0', '2.0.0', 'CHANGELOG.md has no date in "## [2.0.0] - unreleased"'],
    ['v1.0.0', '1.0.0', 'CHANGELOG.md says nothing in "## [1.0.0] - 2026-01-02"'],
  ])('%s of version %s is rejected', (tag, version, message) => {
    expect(() => describeRelease({ tag, manifest: { version }, changelog })).toThrow(message);
  });
});
