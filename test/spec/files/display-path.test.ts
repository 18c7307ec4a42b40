import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { displayPath, relativePath } from '../../../spec/files/display-path.ts';

describe('the name of a file has slashes', () => {
  test.each([
    ['in the working directory', 'C:\\project\\api.yaml', 'api.yaml'],
    ['below it', 'C:\\project\\specs\\pets\\api.yaml', 'specs/pets/api.yaml'],
    ['outside of it', 'C:\\other\\api.yaml', 'C:/other/api.yaml'],
    ['on another drive', 'D:\\project\\api.yaml', 'D:/project/api.yaml'],
    ['in a folder that begins with dots', 'C:\\project\\..specs\\api.yaml', '..specs/api.yaml'],
  ])('on Windows, %s', (_where, file, name) => {
    expect(displayPath(file, { from: 'C:\\project', flavour: path.win32 })).toBe(name);
  });

  test.each([
    ['below it', '/project/specs/api.yaml', 'specs/api.yaml'],
    ['outside of it', '/other/api.yaml', '/other/api.yaml'],
    ['with a backslash', '/project/a\\b.yaml', 'a\\b.yaml'],
  ])('elsewhere, %s', (_where, file, name) => {
    expect(displayPath(file, { from: '/project', flavour: path.posix })).toBe(name);
  });

  test('also relative to a folder that does not contain it', () => {
    expect(relativePath('C:\\specs\\api.yaml', { from: 'C:\\project\\app', flavour: path.win32 })).toBe(
      '../../specs/api.yaml',
    );
  });
});
