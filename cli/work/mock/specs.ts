/** `--spec`, once or several times: which document is served under which prefix. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { defaultSpecs, type MountedSpec } from '../../../mock/start/specs.ts';

/** One alone has no prefix, unless it is given one; of several, each has the name of its file. */
export function readSpecs(given: readonly string[]): readonly MountedSpec[] {
  if (given.length === 0) return defaultSpecs;
  return given.map((text) => {
    const [, prefix, spec] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
    if (prefix !== undefined && spec !== undefined && !existsSync(text))
      return { prefix: prefix.replace(/\/+$/, ''), spec };
    return { prefix: given.length === 1 ? '' : prefixFor(text), spec: text };
  });
}

/** `/pets` for `specs/pets.openapi.yaml` and for `https://example.com/pets.json`. */
function prefixFor(source: string): string {
  const url = /^\w+:\/\//.test(source) ? URL.parse(source) : null;
  const name = path.basename(url?.pathname ?? source).replace(/(?<=.)\..*$/, '');
  return `/${name.replaceAll(/[^\w.~-]+/g, '-') || 'api'}`;
}
