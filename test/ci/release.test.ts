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
  '- A thing ([how](docs/a.md#b)), in [this format](https://format.example).',
  '',
  '## [1.0.0] - 2026-01-02',
  '',
].join('\n');

const repository = { url: 'git+https://github.com/owner/name.git' };

/** With links that work on the page of the release. */
const notes = [
  '### Added',
  '',
  '- A thing ([how](https://github.com/owner/name/blob/v1.1.0/docs/a.md#b)), in [this format](https://format.example).',
  '',
].join('\n');

describe('a tag', () => {
  it('releases the section of the changelog as notes', () => {
    expect(describeRelease({ tag: 'v1.1.0', manifest: { version: '1.1.0', repository }, changelog })).toEqual({
      version: '1.1.0',
      publishes: true,
      notes,
    });
  });

  it('also from a changelog with CRLF', () => {
    const crlf = changelog.replaceAll('\n', '\r\n');
    const manifest = { version: '1.1.0', repository };
    expect(describeRelease({ tag: 'v1.1.0', manifest, changelog: crlf }).notes).toBe(notes);
  });

  it('publishes nothing while the package is private', () => {
    const manifest = { version: '1.1.0', private: true };
    expect(describeRelease({ tag: 'v1.1.0', manifest, changelog }).publishes).toBe(false);
  });

  it.each([undefined, { url: '' }, { url: 'git@github.com:owner/name.git' }])(
    'publishes nothing without an address of the repository: %j',
    (unusable) => {
      const manifest = { version: '1.1.0', ...(unusable && { repository: unusable }) };
      expect(() => describeRelease({ tag: 'v1.1.0', manifest, changelog })).toThrow('has no "repository"');
    },
  );

  it.each([
    ['v1.2.0', '1.1.0', 'received the tag v1.2.0; package.json has the version 1.1.0'],
    ['v3.0.0', '3.0.0', 'CHANGELOG.md has no section of 3.0.0'],
    ['v2.0.0', '2.0.0', 'CHANGELOG.md has no date in "## [2.0.0] - unreleased"'],
    ['v1.0.0', '1.0.0', 'CHANGELOG.md says nothing in "## [1.0.0] - 2026-01-02"'],
  ])('%s of version %s is rejected', (tag, version, message) => {
    expect(() => describeRelease({ tag, manifest: { version }, changelog })).toThrow(message);
  });
});
