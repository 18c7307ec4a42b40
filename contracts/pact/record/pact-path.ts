/** Places in a body as the verifier's matching rules and generators name them: `$.lines[0].size`. */
import type { Path } from '../../conformance/request/values/sites.ts';

/** Undefined for a name that cannot be written: the verifier knows no way to escape a quote within one. */
export function memberPath(path: string, name: string): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(name)) return `${path}.${name}`;
  return name === '' || /['\\\p{Cc}]/u.test(name) ? undefined : `${path}['${name}']`;
}

export function pactPath(path: Path): string | undefined {
  return path.reduce<string | undefined>((before, key) => {
    if (before === undefined) return undefined;
    return typeof key === 'number' ? `${before}[${key}]` : memberPath(before, key);
  }, '$');
}
